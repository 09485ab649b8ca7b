import { PlusOutlined } from '@ant-design/icons'
import {
  ACCOUNT_STATUS,
  adminAddTrialAccount,
  adminDeleteTrialAccount,
  adminLockAccount,
  adminUnlockAccount,
  type TrialAccount,
} from '@mingmou/contract'
import { Button, Input, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/i18n.ts'
import { showSuccess } from '../../lib/notices.ts'
import { CallDialog } from '../../ui/call-dialog.tsx'
import { Field } from '../../ui/call-form.tsx'
import { Clip, StatusTag } from '../../ui/cells.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { NewPasswordInput } from '../../ui/new-password.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { AccountEmailDialog } from './account-dialogs.tsx'
import { accountsChanged, trialList, type TrialPage } from './queries.ts'

/** The trial users of the platform. */
export function Component() {
  const { t } = useTranslation('admin')
  const [adding, setAdding] = useState(false)
  const [moved, setMoved] = useState<TrialAccount | null>(null)
  const columns = useTrialColumns(setMoved)
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
          { name: 'username', label: t('field.username'), max: 32 },
          { name: 'email', label: t('field.email'), max: 128 },
        ]}
        rowKey="aid"
        columns={columns}
        failed={t('trial.failed')}
        empty={t('trial.empty')}
        add={add}
      />
      {adding && <AddTrialDialog onClose={() => setAdding(false)} />}
      {moved && <AccountEmailDialog account={moved} onClose={() => setMoved(null)} />}
    </>
  )
}

function useTrialColumns(changeEmail: (account: TrialAccount) => void) {
  const { t } = useTranslation('admin')
  const confirm = useConfirm()
  const actions = (account: TrialAccount) => {
    const { aid, username, status } = account
    const locked = status === ACCOUNT_STATUS.banned
    return (
      <RowActions
        actions={[
          { label: t('common:email.change'), onClick: () => changeEmail(account) },
          locked
            ? {
                label: t('common:action.unlock'),
                onClick: () =>
                  confirm('unlock.account', username, adminUnlockAccount, { aid }, accountsChanged),
              }
            : {
                label: t('common:action.lock'),
                danger: true,
                onClick: () =>
                  confirm('lock.account', username, adminLockAccount, { aid }, accountsChanged),
              },
          {
            label: t('common:action.delete'),
            danger: true,
            onClick: () =>
              confirm(
                'delete.experience',
                username,
                adminDeleteTrialAccount,
                { aid },
                accountsChanged,
              ),
          },
        ]}
      />
    )
  }
  return (page: TrialPage | undefined): TableColumnsType<TrialAccount> => [
    {
      title: t('field.username'),
      key: 'username',
      render: (_, { username }) => <Clip text={username} width="3rem" />,
    },
    {
      title: t('field.email'),
      key: 'email',
      render: (_, { email }) => <Clip text={email} width="3rem" />,
    },
    {
      title: t('field.status'),
      key: 'status',
      render: (_, { status }) => <StatusTag status={status} map={page?.acc_status_map} />,
    },
    {
      title: t('field.created_at'),
      key: 'created_at',
      render: (_, { created_at }) => formatDay(created_at),
    },
    {
      title: t('field.action'),
      key: 'action',
      fixed: 'end',
      render: (_, account) => actions(account),
    },
  ]
}

function AddTrialDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <CallDialog
      title={t('trial.add')}
      call={adminAddTrialAccount}
      fallback={t('trial.addFailed')}
      onClose={onClose}
      onDone={() => {
        showSuccess(t('trial.addDone'))
        void accountsChanged()
        onClose()
      }}
    >
      <Field name="username" label={t('field.username')}>
        <Input autoFocus autoComplete="off" />
      </Field>
      <Field name="email" label={t('field.email')}>
        <Input inputMode="email" autoComplete="off" />
      </Field>
      <Field name="password" label={t('field.password')}>
        <NewPasswordInput />
      </Field>
    </CallDialog>
  )
}
