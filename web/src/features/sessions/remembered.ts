import { remembered } from '@mingmou/contract'
import { callQuery } from '../../lib/calls/call-query.ts'

export type LoginType = 1 | 2

/** The name this device remembers for a login type, if any. */
export const rememberedLogin = (accountType: LoginType) => ({
  ...callQuery(remembered, { accountType }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})
