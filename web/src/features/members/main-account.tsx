import type { accountInfo, DataOf } from '@mingmou/contract'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { MainAccountFacts } from '../../ui/accounts/main-account-facts.tsx'
import { membersChanged } from './queries.ts'

/** The main account of the institution, the number of its sub-accounts and their limit. */
export function MainAccount(props: {
  accounts: DataOf<typeof accountInfo>
  onChangeEmail: () => void
}) {
  const { t } = useTranslation('members')
  const { main_account, account_limit, total_count, acc_status_map } = props.accounts
  const full = total_count >= account_limit
  return (
    <section className="panel main-account" aria-labelledby="main-account">
      <h2 id="main-account">{t('main.title')}</h2>
      <MainAccountFacts
        account={main_account}
        statuses={acc_status_map}
        onChange={membersChanged}
        afterEmail={
          <Button type="link" size="small" onClick={props.onChangeEmail}>
            {t('common:email.change')}
          </Button>
        }
      />
      <div className="account-limit">
        <span>{t('limit.used', { used: total_count, limit: account_limit })}</span>
        <Progress
          percent={account_limit === 0 ? 100 : Math.round((100 * total_count) / account_limit)}
          showInfo={false}
          {...(full && { strokeColor: 'var(--caution)' })}
          aria-label={t('limit.used', { used: total_count, limit: account_limit })}
        />
        {full && <span className="soft">{t('limit.full')}</span>}
      </div>
    </section>
  )
}
