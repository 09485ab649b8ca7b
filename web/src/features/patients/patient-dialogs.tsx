import { addPatient, setPatient, type Patient } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/call-dialog.tsx'
import { PatientFields } from './patient-fields.tsx'
import { patientsChanged } from './queries.ts'

const WIDTH = '7.6rem'

export function AddPatientDialog(props: {
  /** What is known of the patient already. */
  initial?: Partial<Record<'name' | 'ad_card_number' | 'birthday', string | undefined>>
  onClose: () => void
  onAdded: (pid: string) => void
}) {
  const { t } = useTranslation('patients')
  return (
    <CallDialog
      title={t('add.title')}
      call={addPatient}
      width={WIDTH}
      initial={props.initial ?? {}}
      fallback={t('add.failed')}
      onClose={props.onClose}
      done={t('add.done')}
      onDone={({ pid }) => {
        void patientsChanged()
        props.onAdded(pid)
      }}
    >
      <PatientFields />
    </CallDialog>
  )
}

export function EditPatientDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { t } = useTranslation('patients')
  return (
    <CallDialog
      title={t('edit.title')}
      call={setPatient}
      width={WIDTH}
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
