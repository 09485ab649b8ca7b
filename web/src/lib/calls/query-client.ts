import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { onServiceChange, serviceDown } from './service.ts'
import { onSessionChange, readSession } from '../session/session.ts'

/**
 * Only a call with a broken line is tried again. A refusal is final, and nobody waits twice for a
 * server that hangs.
 */
const isBroken = (error: unknown) =>
  error instanceof ApiError && error.status === 0 && !error.timedOut

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => isBroken(error) && count < 1,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

onServiceChange(() => {
  if (!serviceDown()) void queryClient.invalidateQueries()
})

let owner = readSession()?.uid

/** Data that one account fetched is never there for the next. */
onSessionChange(() => {
  const uid = readSession()?.uid
  if (uid === owner) return
  owner = uid
  queryClient.clear()
})
