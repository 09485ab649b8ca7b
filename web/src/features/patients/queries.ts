import { listPatients, patientInfo, type InputOf } from '@mingmou/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export type PatientFilter = InputOf<typeof listPatients>

export const patientQueries = {
  list: (filter: PatientFilter) =>
    queryOptions({
      queryKey: ['patients', 'list', filter],
      queryFn: ({ signal }) => api(listPatients, filter, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (pid: string) =>
    queryOptions({
      queryKey: ['patients', 'one', pid],
      queryFn: ({ signal }) => api(patientInfo, { pid }, { signal }),
    }),
}

export const patientsChanged = () => queryClient.invalidateQueries({ queryKey: ['patients'] })
