import {
  accountInfo,
  adminListAdmins,
  adminListTrialAccounts,
  type AdminAccount,
  type DataOf,
  type Member,
  type TrialAccount,
} from '@mingmou/contract'
import { api } from '../../lib/api.ts'
import { changed } from '../../lib/call-query.ts'
import type { List } from '../../ui/list-page.tsx'

export interface AdminPage {
  page: number
  total_count: number
  rows: AdminAccount[]
  roles: DataOf<typeof adminListAdmins>['roleMap']
  statuses: DataOf<typeof adminListAdmins>['statusMap']
}
export const adminList: List<AdminAccount, AdminPage> = {
  key: [adminListAdmins.path],
  ask: async ({ words, page }, signal) => {
    const answer = await api(adminListAdmins, { ...words, ...page }, { signal })
    return {
      page: answer.page,
      total_count: answer.totalCount,
      rows: answer.account,
      roles: answer.roleMap,
      statuses: answer.statusMap,
    }
  },
}

type Rows<Answer, Row> = Omit<Answer, 'account'> & { rows: Row[] }

export type TrialPage = Rows<DataOf<typeof adminListTrialAccounts>, TrialAccount>
export const trialList: List<TrialAccount, TrialPage> = {
  key: [adminListTrialAccounts.path],
  ask: async ({ words, page }, signal) => {
    const { account, ...answer } = await api(
      adminListTrialAccounts,
      { ...words, ...page },
      { signal },
    )
    return { ...answer, rows: account }
  },
}

export type InstitutionAccountsPage = Rows<DataOf<typeof accountInfo>, Member>
export const institutionAccounts = (oid: string): List<Member, InstitutionAccountsPage> => ({
  key: [accountInfo.path, oid],
  ask: async ({ page }, signal) => {
    const { account, ...answer } = await api(accountInfo, { oid, ...page }, { signal })
    return { ...answer, rows: account }
  },
})

export const accountsChanged = () => changed(adminListAdmins, adminListTrialAccounts, accountInfo)
