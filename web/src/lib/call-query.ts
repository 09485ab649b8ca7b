import type { Call, InputOf } from '@mingmou/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { language } from './i18n.ts'
import { queryClient } from './query-client.ts'

/** The answer to a call: one in the cache for one body and language, whichever pages ask. */
export function callQuery<C extends Call>(call: C, body: InputOf<C>) {
  return queryOptions({
    queryKey: [call.path, body, language()] as const,
    queryFn: ({ signal }) => api(call, body, { signal }),
  })
}

/** What these calls answered has changed: what a page shows of it is asked for anew. */
export async function changed(...calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}
