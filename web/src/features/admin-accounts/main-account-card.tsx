import {
  adminLockMain,
  adminResetAccount,
  adminResetFactor,
  adminUnlockMain,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { MainAccountFacts } from '../../ui/accounts/main-account-facts.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { accountsChanged, type InstitutionAccountsPage } from './queries.ts'

/** The main account of an institution, and what an administrator can do with it. */
export function MainAccountCard(props: {
  oid: string
  page: InstitutionAccountsPage
  onEdit: (account: InstitutionAccountsPage['main_account']) => void
  onChangeEmail: (account: InstitutionAccountsPage['main_account']) => void
}) {
  const { t } = useTranslation('admin-accounts')
  const confirm = useConfirm()
  const { oid, page } = props
  const main = page.main_account
  const { aid, name } = main
  return (
    <section className="panel main-account-card" aria-labelledby="main-account">
      <header>
        <h2 id="main-account">{t('accounts.main')}</h2>
        <RowActions
          actions={[
            { label: t('common:action.edit'), onClick: () => props.onEdit(main) },
            { label: t('common:email.change'), onClick: () => props.onChangeEmail(main) },
            main.locked
              ? {
                  label: t('common:action.unlock'),
                  onClick: () =>
                    confirm(
                      'unlock.mainAccount',
                      'plain',
                      name,
                      adminUnlockMain,
                      { oid },
                      accountsChanged,
                    ),
                }
              : {
                  label: t('common:action.lock'),
                  danger: true,
                  onClick: () =>
                    confirm(
                      'lock.mainAccount',
                      'danger',
                      name,
                      adminLockMain,
                      { oid },
                      accountsChanged,
                    ),
                },
            {
              label: t('common:action.resetPassword'),
              onClick: () =>
                confirm(
                  'resetPassword.mainAccount',
                  'danger',
                  name,
                  adminResetAccount,
                  { aid },
                  accountsChanged,
                ),
            },
            main.second_factor && {
              label: t('common:action.resetFactor'),
              onClick: () =>
                confirm(
                  'resetFactor.account',
                  'danger',
                  name,
                  adminResetFactor,
                  { aid },
                  accountsChanged,
                ),
            },
          ]}
        />
      </header>
      <MainAccountFacts account={main} statuses={page.acc_status_map} onChange={accountsChanged} />
      <p className="soft dialog-hint">
        {t('accounts.used', { used: page.total_count, limit: page.account_limit })}
      </p>
    </section>
  )
}
