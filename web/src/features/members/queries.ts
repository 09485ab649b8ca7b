import {
  accountInfo,
  institutionInfo,
  listSubAccounts,
  type DataOf,
  type SubAccount,
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

type Answer = DataOf<typeof listSubAccounts>
export type MemberPage = Omit<Answer, 'account'> & { rows: SubAccount[] }

export const memberList: List<SubAccount, MemberPage> = {
  key: [listSubAccounts.path],
  ask: async ({ words, page }, signal) => {
    const { account, ...answer } = await api(listSubAccounts, { ...words, ...page }, { signal })
    return { ...answer, rows: account }
  },
}

export const membersChanged = () => changed(accountInfo, listSubAccounts)
