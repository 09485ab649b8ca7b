import { modalityOf } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../paths.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { useSavePdf } from './queries.ts'
import { VoidDialog } from './void-dialog.tsx'
import type { Row } from './report-cells.tsx'

export function Actions({ row }: { row: Row }) {
  const { t } = useTranslation('reports')
  const pdf = useSavePdf()
  const [voiding, setVoiding] = useState(false)
  const actions = (
    <RowActions
      actions={[
        {
          label: t('action.open'),
          href: `#${reportPath(modalityOf(row.diagnosis_class).key, row.report_no)}`,
          target: '_blank',
        },
        {
          label: 'PDF',
          loading: pdf.isPending,
          onClick: () =>
            pdf.mutate(row.report_no, { onError: (error) => showFailure(error, t('pdf_failed')) }),
        },
        row.state !== 'void' && {
          label: t('action.void'),
          danger: true,
          onClick: () => setVoiding(true),
        },
      ]}
    />
  )
  return (
    <>
      {actions}
      {voiding && <VoidDialog report={row} name={row.name} onClose={() => setVoiding(false)} />}
    </>
  )
}
