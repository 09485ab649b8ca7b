import { VOID_REASON_CHARS, voidReport } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { reportsChanged } from './queries.ts'

interface Props {
  report: { report_id: string; report_no: string }
  /** Of the patient. */
  name: string
  onClose: () => void
}

/** Declares a report void, with the reason. Nobody takes that back. */
export function VoidDialog({ report: { report_id, report_no }, name, onClose }: Props) {
  const { t } = useTranslation('reports')
  return (
    <CallDialog
      title={t('void.title')}
      call={voidReport}
      fixed={{ report_id }}
      okText={t('void.ok')}
      okDanger
      done={t('void.done')}
      fallback={t('void.failed')}
      onDone={reportsChanged}
      onClose={onClose}
    >
      <p className="dialog-hint long-text">{t('void.text', { name: `${report_no} · ${name}` })}</p>
      <Field name="reason" label={t('void.reason')} hint={t('void.hint')}>
        <Input.TextArea autoFocus rows={3} maxLength={VOID_REASON_CHARS} showCount />
      </Field>
    </CallDialog>
  )
}
