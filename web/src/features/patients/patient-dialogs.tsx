import { setPatient, type PatientDetail } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { PATIENT_DIALOG_WIDTH } from '../../ui/add-patient/dialog.tsx'
import { PatientFields } from '../../ui/add-patient/patient-fields.tsx'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { patientQuery, patientsChanged } from './queries.ts'

export function EditPatientDialog(props: { patient: PatientDetail; onClose: () => void }) {
  const { t } = useTranslation('patients')
  return (
    <CallDialog
      title={t('edit.title')}
      call={setPatient}
      width={PATIENT_DIALOG_WIDTH}
      fixed={{ pid: props.patient.pid }}
      initial={props.patient}
      fallback={t('edit.failed')}
      onClose={props.onClose}
      done={t('edit.done')}
      onDone={patientsChanged}
    >
      <PatientFields />
    </CallDialog>
  )
}

/** The whole record is changed, so it is read first: a list says less of its patients. */
export function EditListedPatient({ pid, onClose }: { pid: string; onClose: () => void }) {
  const { t } = useTranslation('patients')
  const query = useQuery(patientQuery(pid))
  if (query.data) return <EditPatientDialog patient={query.data} onClose={onClose} />
  return (
    <Modal
      open
      centered
      title={t('edit.title')}
      width={PATIENT_DIALOG_WIDTH}
      closable={{ 'aria-label': t('common:action.close') }}
      footer={null}
      onCancel={onClose}
    >
      {query.isError ? <Failed title={t('detail.failed')} query={query} /> : <Loading />}
    </Modal>
  )
}
