import { unmergePatient, type PatientDetail } from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/texts/i18n.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'

/** The records that this one stands for too, each with the one who merged it and until when that can be undone. */
export function MergedNotice({ patient }: { patient: PatientDetail }) {
  const { t } = useTranslation('patients')
  const confirm = useConfirm()
  const undo = (merged_pid: string, name: string) => {
    confirm('unmerge.patient', 'plain', name, unmergePatient, { merged_pid }, () =>
      queryClient.invalidateQueries(),
    )
  }
  return patient.merged.map((record) => (
    <Alert
      key={record.pid}
      type="info"
      showIcon
      className="patient-notice"
      title={t('merge.merged', { name: record.name, card: record.ad_card_number })}
      description={
        t('merge.who', { by: record.merged_by, day: formatDay(record.merged_at) }) +
        (record.undo_until === null
          ? t('merge.final')
          : t('merge.until', { day: formatDay(record.undo_until) }))
      }
      action={
        record.undo_until !== null && (
          <Button onClick={() => undo(record.pid, record.name)}>{t('merge.undo')}</Button>
        )
      }
    />
  ))
}
