import { deletePatient, type Patient } from '@mingmou/contract'
import { useConfirm } from '../../ui/confirm.tsx'
import { patientsChanged } from './queries.ts'

/** Asks with the patient's name, then deletes. */
export function useDeletePatient() {
  const confirm = useConfirm()
  return ({ pid, name }: Pick<Patient, 'pid' | 'name'>, onDeleted?: () => void) =>
    confirm('delete.patient', name, deletePatient, { pid }, () => {
      onDeleted?.()
      return patientsChanged()
    })
}
