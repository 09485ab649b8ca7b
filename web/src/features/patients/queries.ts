import { diagnosticPatients, listPatients, patientInfo, type Patient } from '@mingmou/contract'
import { api } from '../../lib/api.ts'
import { callQuery, changed } from '../../lib/call-query.ts'
import type { List } from '../../ui/list-page.tsx'

export const patientQuery = (pid: string) => callQuery(patientInfo, { pid })

export const patientList: List<Patient> = {
  key: [listPatients.path],
  ask: ({ words, page }, signal) => api(listPatients, { ...words, ...page }, { signal }),
}

export const patientsChanged = () => changed(listPatients, patientInfo, diagnosticPatients)
