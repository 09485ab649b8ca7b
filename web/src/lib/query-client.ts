import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { onServiceChange, serviceDown } from './service.ts'
import { onSessionChange, readSession } from './session.ts'

/** Only a call that got no answer is tried again; a refusal stays one. */
const unanswered = (error: unknown) => error instanceof ApiError && error.status === 0

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => unanswered(error) && count < 1,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

onServiceChange(() => {
  if (!serviceDown()) void queryClient.invalidateQueries()
})

let owner = readSession()?.uid

/** What one account fetched is never there for the next. */
onSessionChange(() => {
  const uid = readSession()?.uid
  if (uid === owner) return
  owner = uid
  queryClient.clear()
})
