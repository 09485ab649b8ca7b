import { myInfo, mySessions } from '@mingmou/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export const accountQueries = {
  own: (uid: string) =>
    queryOptions({
      queryKey: ['account', 'own', uid],
      queryFn: ({ signal }) => api(myInfo, { uid }, { signal }),
    }),
  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'],
      queryFn: ({ signal }) => api(mySessions, {}, { signal }),
    }),
}

export const accountChanged = () => queryClient.invalidateQueries({ queryKey: ['account'] })
