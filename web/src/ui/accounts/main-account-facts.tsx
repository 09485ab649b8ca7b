import type { MainAccount, StatusMap } from '@mingmou/contract'
import { Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { AccountStatus } from './account-status.tsx'
import { WaitingChanges } from './waiting-changes.tsx'

/** The holder of an institution's main account, and its standing. */
export function MainAccountFacts(props: {
  account: MainAccount
  statuses: z.infer<typeof StatusMap>
  afterEmail?: React.ReactNode
  onChange: () => unknown
}) {
  const { t } = useTranslation()
  const { username, name, email, phone, changes } = props.account
  const facts: [string, React.ReactNode][] = [
    ['username', username],
    ['name', name],
    ['status', <AccountStatus account={props.account} map={props.statuses} />],
    [
      'email',
      <>
        {email}
        {props.afterEmail}
        <WaitingChanges name={name} changes={changes} onDone={props.onChange} />
      </>,
    ],
    ['phone', phone || t('account.none')],
  ]
  return (
    <Descriptions
      column={{ xs: 1, sm: 2, lg: 3 }}
      items={facts.map(([key, fact]) => ({
        key,
        label: t(`account.${key}`),
        children: <span className="long-text">{fact}</span>,
      }))}
    />
  )
}
