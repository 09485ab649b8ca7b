import {
  accountInfo,
  institutionInfo,
  listMembers,
  type DataOf,
  type Member,
} from '@mingmou/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery, changed } from '../../lib/call-query.ts'
import { language } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { List } from '../../ui/list-page.tsx'

/** The own institution's accounts: its id, its main account, and how much of its limit is used. */
export const ownAccounts = (uid: string) =>
  queryOptions({
    queryKey: [accountInfo.path, 'own', uid, language()],
    queryFn: async ({ signal }) => {
      const { oid } = await queryClient.query(callQuery(institutionInfo, { uid }))
      const accounts = await api(accountInfo, { oid, page: 1, size: 1 }, { signal })
      return { oid, ...accounts }
    },
  })

type Answer = DataOf<typeof listMembers>
export type MemberPage = Omit<Answer, 'account'> & { rows: Member[] }

export const memberList: List<Member, MemberPage> = {
  key: [listMembers.path],
  ask: async ({ words, page }, signal) => {
    const { account, ...answer } = await api(listMembers, { ...words, ...page }, { signal })
    return { ...answer, rows: account }
  },
}

export const membersChanged = () => changed(accountInfo, listMembers)
