import {
  ACCOUNT_STATUS,
  adminInstitutionDetail,
  adminLockAccount,
  adminResetAccount,
  adminUnlockAccount,
  type SubAccount,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableColumnsType } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PATHS } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { formatDay } from '../../lib/i18n.ts'
import { Clip, StatusTag } from '../../ui/cells.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { AccountEmailDialog, EditAccountDialog } from './account-dialogs.tsx'
import { MainAccountCard } from './main-account-card.tsx'
import { accountsChanged, institutionAccounts, type InstitutionAccountsPage } from './queries.ts'
import './admin.css'

interface Account {
  aid: string
  username: string
  name: string
  email: string
  phone?: string
}
interface Dialog {
  kind: 'edit' | 'email'
  account: Account
}

/** The accounts of one institution, for administrators. */
export function Component() {
  const { t } = useTranslation('admin')
  const [params] = useSearchParams()
  const oid = params.get('oid') ?? ''
  const list = useMemo(() => institutionAccounts(oid), [oid])
  const institution = useQuery({
    queryKey: ['admin', 'institution', oid, 'name'],
    queryFn: ({ signal }) => api(adminInstitutionDetail, { oid }, { signal }),
  })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const edit = (account: Account) => setDialog({ kind: 'edit', account })
  const changeEmail = (account: Account) => setDialog({ kind: 'email', account })
  const columns = useMemberColumns({ edit, changeEmail })
  const close = () => setDialog(null)
  return (
    <>
      <PageTitle
        title={
          <>
            {t('accounts.title')}
            <span className="institution-name">{institution.data?.name}</span>
          </>
        }
      >
        <Button href={`#${PATHS.organizationList}`}>{t('accounts.back')}</Button>
      </PageTitle>
      <ListPage
        label={t('accounts.list')}
        list={list}
        fields={[]}
        rowKey="aid"
        columns={columns}
        failed={t('accounts.failed')}
        empty={t('accounts.empty')}
        above={(page) =>
          page && (
            <MainAccountCard oid={oid} page={page} onEdit={edit} onChangeEmail={changeEmail} />
          )
        }
      />
      {dialog?.kind === 'edit' && (
        <EditAccountDialog account={named(dialog.account)} onClose={close} />
      )}
      {dialog?.kind === 'email' && <AccountEmailDialog account={dialog.account} onClose={close} />}
    </>
  )
}

const named = ({ aid, username, name, phone }: Account) => ({
  aid,
  username,
  name,
  ...(phone !== undefined && { phone }),
})

function useMemberColumns(act: {
  edit: (account: Account) => void
  changeEmail: (account: Account) => void
}) {
  const { t } = useTranslation('admin')
  const confirm = useConfirm()
  const actions = (member: SubAccount) => {
    const { aid, name, status } = member
    return (
      <RowActions
        actions={[
          { label: t('common:action.edit'), onClick: () => act.edit(member) },
          { label: t('common:email.change'), onClick: () => act.changeEmail(member) },
          status === ACCOUNT_STATUS.banned
            ? {
                label: t('common:action.unlock'),
                onClick: () =>
                  confirm('unlock.account', name, adminUnlockAccount, { aid }, accountsChanged),
              }
            : {
                label: t('common:action.lock'),
                danger: true,
                onClick: () =>
                  confirm('lock.account', name, adminLockAccount, { aid }, accountsChanged),
              },
          {
            label: t('common:action.resetPassword'),
            onClick: () =>
              confirm(
                'resetPassword.subAccount',
                name,
                adminResetAccount,
                { aid },
                accountsChanged,
              ),
          },
        ]}
      />
    )
  }
  return (page: InstitutionAccountsPage | undefined): TableColumnsType<SubAccount> => [
    { title: t('field.No'), dataIndex: 'No' },
    { title: t('field.name'), key: 'name', render: (_, { name }) => <Clip text={name} /> },
    {
      title: t('field.username'),
      key: 'username',
      render: (_, { username }) => <Clip text={username} />,
    },
    { title: t('field.email'), key: 'email', render: (_, { email }) => <Clip text={email} /> },
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
      render: (_, member) => actions(member),
    },
  ]
}
