import { listPatients, patientInfo, type Patient } from '@mingmou/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { List } from '../../ui/list-page.tsx'

export const patientQueries = {
  one: (pid: string) =>
    queryOptions({
      queryKey: ['patients', 'one', pid],
      queryFn: ({ signal }) => api(patientInfo, { pid }, { signal }),
    }),
}

export const patientList: List<Patient> = {
  key: ['patients', 'list'],
  ask: ({ words, page }, signal) => api(listPatients, { ...words, ...page }, { signal }),
}

export const patientsChanged = () => queryClient.invalidateQueries({ queryKey: ['patients'] })
