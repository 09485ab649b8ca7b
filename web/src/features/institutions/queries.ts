import { institutionInfo } from '@mingmou/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

const ROOT = 'institutions'

export const institutionQueries = {
  own: (uid: string) =>
    queryOptions({
      queryKey: [ROOT, 'own', uid],
      queryFn: ({ signal }) => api(institutionInfo, { uid }, { signal }),
    }),
}

export const institutionsChanged = () => queryClient.invalidateQueries({ queryKey: [ROOT] })
