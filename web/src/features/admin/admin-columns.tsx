import {
  ACCOUNT_STATUS,
  adminActivateAdmin,
  adminBanAdmin,
  adminDeleteAdmin,
  adminResetAccount,
  type AdminAccount,
} from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Clip, StatusTag } from '../../ui/cells.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { accountsChanged, type AdminPage } from './queries.ts'

export function useAdminColumns(act: {
  edit: (admin: AdminAccount) => void
  changeEmail: (admin: AdminAccount) => void
}): (page: AdminPage | undefined) => TableColumnsType<AdminAccount> {
  const { t } = useTranslation('admin')
  const session = useSession()
  const confirm = useConfirm()
  const actions = (admin: AdminAccount) => {
    const { aid, name, role, status } = admin
    // Only role 1 reaches role 1, and nobody takes his own account away.
    if (role === '1' && session?.role !== '1') return null
    const other = aid !== session?.uid
    const banned = status === ACCOUNT_STATUS.banned
    return (
      <RowActions
        actions={[
          { label: t('common:action.edit'), onClick: () => act.edit(admin) },
          { label: t('common:email.change'), onClick: () => act.changeEmail(admin) },
          other &&
            banned && {
              label: t('common:action.enable'),
              onClick: () =>
                confirm('enable.admin', name, adminActivateAdmin, { aid }, accountsChanged),
            },
          other &&
            !banned && {
              label: t('common:action.disable'),
              danger: true,
              onClick: () =>
                confirm('disable.admin', name, adminBanAdmin, { aid }, accountsChanged),
            },
          other && {
            label: t('common:action.resetPassword'),
            onClick: () =>
              confirm('resetPassword.admin', name, adminResetAccount, { aid }, accountsChanged),
          },
          other && {
            label: t('common:action.delete'),
            danger: true,
            onClick: () =>
              confirm('delete.admin', name, adminDeleteAdmin, { aid }, accountsChanged),
          },
        ]}
      />
    )
  }
  return (page) => [
    {
      title: t('field.username'),
      key: 'username',
      render: (_, { username }) => <Clip text={username} />,
    },
    { title: t('field.name'), key: 'name', render: (_, { name }) => <Clip text={name} /> },
    { title: t('field.phone'), key: 'phone', render: (_, { phone }) => phone || t('none') },
    { title: t('field.email'), key: 'email', render: (_, { email }) => <Clip text={email} /> },
    { title: t('field.role'), key: 'role', render: (_, { role }) => page?.roles[role] ?? role },
    {
      title: t('field.status'),
      key: 'status',
      render: (_, { status }) => <StatusTag status={status} map={page?.statuses} />,
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
      render: (_, admin) => actions(admin),
    },
  ]
}
