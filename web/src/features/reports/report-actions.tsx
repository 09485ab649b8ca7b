import { exportReport, keepReportDraft, MODALITY, type ReportData } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { diagnosisPath } from '../../paths.ts'
import { ApiError } from '../../lib/calls/api-error.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { SaveButton } from '../../ui/forms/save-button.tsx'
import { VoidDialog } from './void-dialog.tsx'

/** What the institution may do with its report. */
export function ReportActions({ report }: { report: ReportData }) {
  const { t } = useTranslation('reports')
  const [asking, setAsking] = useState<'version' | 'void' | null>(null)
  const { origin, state } = report.standing
  if (!origin) return null
  const close = () => setAsking(null)
  const named = { report_id: origin.report_id, report_no: report.report_no }
  return (
    <>
      {report.standing.superseded_by === null && (
        <Button onClick={() => setAsking('version')}>{t('version.open')}</Button>
      )}
      {state === 'signed' && (
        <SaveButton
          label={t('fhir')}
          failed={t('fhir_failed')}
          name={`${report.report_no}.json`}
          call={exportReport}
          body={{ report_id: origin.report_id }}
        />
      )}
      {state !== 'void' && (
        <Button danger onClick={() => setAsking('void')}>
          {t('action.void')}
        </Button>
      )}
      {asking === 'version' && <VersionDialog report={report} onClose={close} />}
      {asking === 'void' && <VoidDialog report={named} name={report.name} onClose={close} />}
    </>
  )
}

/** Begins a draft with the opinion of this report. The report stands until the draft is signed. */
function VersionDialog({ report, onClose }: { report: ReportData; onClose: () => void }) {
  const { t } = useTranslation('reports')
  const navigate = useNavigate()
  const { tab } = MODALITY[useModality().key]
  const { image_index, fellow, opinion, standing } = report
  if (!standing.origin) return null
  const { pid, image_id } = standing.origin
  const work = () => void navigate(`${diagnosisPath({ tab, pid, image_id })}&index=${image_index}`)
  return (
    <CallDialog
      title={t('version.title')}
      call={keepReportDraft}
      fixed={{
        image_id,
        image_index,
        diagnostic_opinion: opinion,
        ...(fellow && { fellow_index: fellow.image_index }),
      }}
      okText={t('version.ok')}
      fallback={t('version.failed')}
      onDone={work}
      // Somebody has begun one already: it is opened as it is.
      onRefused={(error) => {
        if (error instanceof ApiError && 'stored' in error.data) work()
      }}
      onClose={onClose}
    >
      <p>{t('version.text', { number: report.report_no })}</p>
    </CallDialog>
  )
}
