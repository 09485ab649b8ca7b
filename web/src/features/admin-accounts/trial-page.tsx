import { PlusOutlined } from '@ant-design/icons'
import {
  adminAddTrialAccount,
  adminDeleteTrialAccount,
  adminLockAccount,
  adminResetAccount,
  adminResetFactor,
  adminUnlockAccount,
  type TrialAccount,
} from '@mingmou/contract'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useAccountColumns } from '../../ui/accounts/account-columns.tsx'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { NewPasswordInput } from '../../ui/accounts/new-password.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { AccountEmailDialog } from './account-dialogs.tsx'
import { accountsChanged, trialList } from './queries.ts'

/** The trial users of the platform. */
export function Component() {
  const { t } = useTranslation('admin-accounts')
  const [adding, setAdding] = useState(false)
  const [moved, setMoved] = useState<TrialAccount | null>(null)
  const columns = useAccountColumns<TrialAccount>({
    texts: ['username', 'email'],
    changeEmail: setMoved,
    asks: {
      'unlock.account': adminUnlockAccount,
      'lock.account': adminLockAccount,
      'resetPassword.experience': adminResetAccount,
      'resetFactor.account': adminResetFactor,
      'delete.experience': adminDeleteTrialAccount,
    },
    onDone: accountsChanged,
  })
  const lastLogin = {
    title: t('trial.lastLogin'),
    key: 'last_login',
    render: (_: unknown, { last_login }: TrialAccount) =>
      last_login === null ? t('trial.never') : formatInstant(last_login),
  }
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('trial.add')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('trial.title')}>{add}</PageTitle>
      <ListPage
        label={t('trial.title')}
        list={trialList}
        fields={[
          { name: 'username', label: t('common:account.username'), max: 32 },
          { name: 'email', label: t('common:account.email'), max: 128 },
        ]}
        rowKey="aid"
        columns={(page) => columns(page?.acc_status_map, [lastLogin])}
        failed={t('trial.failed')}
        empty={t('trial.empty')}
        add={add}
      />
      {adding && <AddTrialDialog onClose={() => setAdding(false)} />}
      {moved && <AccountEmailDialog account={moved} onClose={() => setMoved(null)} />}
    </>
  )
}

function AddTrialDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin-accounts')
  return (
    <CallDialog
      title={t('trial.add')}
      call={adminAddTrialAccount}
      fallback={t('trial.addFailed')}
      onClose={onClose}
      done={t('trial.addDone')}
      onDone={accountsChanged}
    >
      <Field name="username" label={t('common:account.username')}>
        <Input autoFocus autoComplete="off" />
      </Field>
      <Field name="email" label={t('common:account.email')}>
        <Input inputMode="email" autoComplete="off" />
      </Field>
      <Field name="password" label={t('common:account.password')}>
        <NewPasswordInput />
      </Field>
    </CallDialog>
  )
}
