import { deletePatient, type Patient } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/api.ts'
import { showSuccess } from '../../lib/notices.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { patientsChanged } from './queries.ts'

/** Asks by the patient's name, then deletes. */
export function useDeletePatient() {
  const { t } = useTranslation('patients')
  const confirm = useConfirm()
  return (patient: Pick<Patient, 'pid' | 'name'>, onDeleted: () => void) =>
    confirm('delete.patient', patient.name, async () => {
      try {
        await api(deletePatient, { pid: patient.pid })
      } catch (error) {
        showFailure(error, t('delete.failed'))
        return
      }
      showSuccess(t('delete.done'))
      onDeleted()
      await patientsChanged()
    })
}
