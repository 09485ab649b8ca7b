import { DELETE_REASONS, deletePatient, type Patient } from '@mingmou/contract'
import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { patientsChanged } from './queries.ts'

/** Asks with the patient's name and for the reason, says what becomes of the record, then deletes. */
export function DeletePatientDialog(props: {
  patient: Pick<Patient, 'pid' | 'name'>
  onClose: () => void
}) {
  const { t } = useTranslation('patients')
  const { pid, name } = props.patient
  return (
    <CallDialog
      title={t('delete.title')}
      call={deletePatient}
      fixed={{ pid }}
      check={({ reason }): Record<string, string> =>
        reason === undefined ? { reason: 'required' } : {}
      }
      okText={t('delete.ok')}
      okDanger
      done={t('delete.done')}
      fallback={t('delete.failed')}
      onDone={patientsChanged}
      onClose={props.onClose}
    >
      <p className="dialog-hint long-text">{t('delete.text', { name })}</p>
      <Field name="reason" label={t('delete.reason')} hint={t('delete.hint')}>
        <Radio.Group
          options={DELETE_REASONS.map((value) => ({
            value,
            label: t(`common:deleteReason.${value}`),
          }))}
        />
      </Field>
    </CallDialog>
  )
}
