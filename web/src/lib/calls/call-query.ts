import type { Call, InputOf } from '@mingmou/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { language } from '../texts/i18n.ts'
import { queryClient } from './query-client.ts'

/**
 * The answer to a call. The cache holds one for each body and language, for all pages. `toldInPlace`:
 * the page itself shows why it was refused.
 */
export function callQuery<C extends Call>(
  call: C,
  body: InputOf<C>,
  how: { toldInPlace?: boolean } = {},
) {
  return queryOptions({
    queryKey: [call.path, body, language()] as const,
    queryFn: ({ signal }) => api(call, body, { signal, ...how }),
  })
}

/** The answers to these calls have changed: those on the page are fetched again. */
export async function changed(...calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}
