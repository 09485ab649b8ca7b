import {
  addPatient,
  diagnosticPatients,
  listPatients,
  patientInfo,
  RefusedAlike,
} from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { changed } from '../../lib/calls/call-query.ts'
import { CallDialog } from '../dialogs/call-dialog.tsx'
import { AlikePatients, type Alike } from './alike-patients.tsx'
import { PatientFields } from './patient-fields.tsx'

export const PATIENT_DIALOG_WIDTH = '7.6rem'

/** Adds a patient; one of the same name and birthday is shown first. */
export function AddPatientDialog(props: {
  /** What is known of the patient already. */
  initial?: Partial<Record<'name' | 'ad_card_number' | 'birthday', string | undefined>> & {
    gender?: 1 | 2 | undefined
  }
  onClose: () => void
  onAdded: (pid: string) => void
  /** One that may be the same person is opened instead. */
  onOpen: (pid: string) => void
}) {
  const { t } = useTranslation('patients')
  const [alike, setAlike] = useState<Alike>([])
  return (
    <CallDialog
      title={t('add.title')}
      call={addPatient}
      width={PATIENT_DIALOG_WIDTH}
      initial={props.initial ?? {}}
      fallback={t('add.failed')}
      okText={t(alike.length > 0 ? 'alike.add' : 'common:action.save')}
      prepare={(body) => Promise.resolve({ ...body, alike: alike.map(({ pid }) => pid) })}
      onRefused={(error) => {
        const data = error instanceof ApiError ? error.data : null
        const found = RefusedAlike.safeParse(data).data?.alike
        setAlike(found ?? alike)
        return found !== undefined
      }}
      onClose={props.onClose}
      done={t('add.done')}
      onDone={({ pid }) => {
        void changed(listPatients, patientInfo, diagnosticPatients)
        props.onAdded(pid)
      }}
    >
      <AlikePatients alike={alike} onOpen={props.onOpen} />
      <PatientFields />
    </CallDialog>
  )
}
