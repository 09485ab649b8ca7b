import {
  accountInfo,
  adminListAdmins,
  adminListTrialAccounts,
  type AdminAccount,
  type DataOf,
  type Member,
  type TrialAccount,
} from '@mingmou/contract'
import { changed } from '../../lib/calls/call-query.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

export interface AdminPage {
  page: number
  total_count: number
  rows: AdminAccount[]
  roles: DataOf<typeof adminListAdmins>['roleMap']
  statuses: DataOf<typeof adminListAdmins>['statusMap']
}
export const adminList = listOf(
  adminListAdmins,
  ({ words, page }) => ({ ...words, ...page }),
  (answer): AdminPage => ({
    page: answer.page,
    total_count: answer.totalCount,
    rows: answer.account,
    roles: answer.roleMap,
    statuses: answer.statusMap,
  }),
)

type Rows<Answer, Row> = Omit<Answer, 'account'> & { rows: Row[] }

export type TrialPage = Rows<DataOf<typeof adminListTrialAccounts>, TrialAccount>
export const trialList = listOf(
  adminListTrialAccounts,
  ({ words, page }) => ({ ...words, ...page }),
  ({ account, ...answer }): TrialPage => ({ ...answer, rows: account }),
)

export type InstitutionAccountsPage = Rows<DataOf<typeof accountInfo>, Member>
export const institutionAccounts = (oid: string) =>
  listOf(
    accountInfo,
    ({ page }) => ({ oid, ...page }),
    ({ account, ...answer }): InstitutionAccountsPage => ({ ...answer, rows: account }),
  )

export const accountsChanged = () => changed(adminListAdmins, adminListTrialAccounts, accountInfo)
