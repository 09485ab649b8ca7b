import { diagnosticPatients, listPatients, patientInfo } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

export const patientQuery = (pid: string) => callQuery(patientInfo, { pid })

export const patientList = listOf(
  listPatients,
  ({ words, page }) => ({ ...words, ...page }),
  (answer) => answer,
)

export const patientsChanged = () => changed(listPatients, patientInfo, diagnosticPatients)
