import { remembered } from '@mingmou/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type LoginType = 1 | 2

/** The name this device remembers for a login type, if any. */
export const rememberedLogin = (accountType: LoginType) =>
  queryOptions({
    queryKey: ['remembered', accountType],
    queryFn: ({ signal }) => api(remembered, { accountType }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
