import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../../paths.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { ReportChoice } from './report-choice.tsx'
import type { Wanted } from './wanted.ts'

/** The way to the reports there are: to the only one, or to a choice. */
export function ReportsButton({ reports }: { reports: Wanted['reports'] }) {
  const { t } = useTranslation('analyses')
  const { key } = useModality()
  const [choosing, setChoosing] = useState(false)
  const open = () => {
    const [only, other] = reports
    if (only && !other) window.open(`#${reportPath(key, only.report_no)}`, '_blank', 'noopener')
    else setChoosing(true)
  }
  return (
    <>
      {reports.length > 0 && (
        <Button onClick={open}>{t('opinion.reports', { count: reports.length })}</Button>
      )}
      <ReportChoice open={choosing} reports={reports} onClose={() => setChoosing(false)} />
    </>
  )
}
