import { setPatient, type Patient } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { PATIENT_DIALOG_WIDTH } from '../../ui/add-patient/dialog.tsx'
import { PatientFields } from '../../ui/add-patient/patient-fields.tsx'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { patientsChanged } from './queries.ts'

export function EditPatientDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { t } = useTranslation('patients')
  return (
    <CallDialog
      title={t('edit.title')}
      call={setPatient}
      width={PATIENT_DIALOG_WIDTH}
      fixed={{ pid: patient.pid }}
      initial={patient}
      fallback={t('edit.failed')}
      onClose={onClose}
      done={t('edit.done')}
      onDone={patientsChanged}
    >
      <PatientFields />
    </CallDialog>
  )
}
