import {
  accountInfo,
  institutionInfo,
  listMembers,
  type DataOf,
  type Member,
} from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

export const callersInstitution = (uid: string) => callQuery(institutionInfo, { uid })

/** The main account of the own institution, and how much of its limit is used. */
export const institutionAccounts = (oid: string | undefined) => ({
  ...callQuery(accountInfo, { oid: oid ?? '', page: 1, size: 1 }),
  enabled: oid !== undefined,
})

type Answer = DataOf<typeof listMembers>
export type MemberPage = Omit<Answer, 'account'> & { rows: Member[] }

export const memberList = listOf(
  listMembers,
  ({ words, page }) => ({ ...words, ...page }),
  ({ account, ...answer }): MemberPage => ({ ...answer, rows: account }),
)

export const membersChanged = () => changed(accountInfo, listMembers)
