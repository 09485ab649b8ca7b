import {
  ACCOUNT_STATUS,
  activateSubAccount,
  banSubAccount,
  deleteSubAccount,
  resetSubAccount,
  type SubAccount,
} from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/i18n.ts'
import { Clip, StatusTag } from '../../ui/cells.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { membersChanged, type MemberPage } from './queries.ts'

export function useMemberColumns(act: {
  edit: (member: SubAccount) => void
  changeEmail: (member: SubAccount) => void
}): (page: MemberPage | undefined) => TableColumnsType<SubAccount> {
  const { t } = useTranslation('members')
  const confirm = useConfirm()
  const actions = (member: SubAccount) => {
    const { aid, name, status } = member
    const banned = status === ACCOUNT_STATUS.banned
    return (
      <RowActions
        actions={[
          { label: t('common:action.edit'), onClick: () => act.edit(member) },
          { label: t('common:email.change'), onClick: () => act.changeEmail(member) },
          banned && {
            label: t('common:action.enable'),
            onClick: () =>
              confirm('enable.subAccount', name, activateSubAccount, { aid }, membersChanged),
          },
          !banned && {
            label: t('common:action.disable'),
            danger: true,
            onClick: () =>
              confirm('disable.subAccount', name, banSubAccount, { aid }, membersChanged),
          },
          {
            label: t('common:action.resetPassword'),
            onClick: () =>
              confirm('resetPassword.subAccount', name, resetSubAccount, { aid }, membersChanged),
          },
          {
            label: t('common:action.delete'),
            danger: true,
            onClick: () =>
              confirm('delete.subAccount', name, deleteSubAccount, { aid }, membersChanged),
          },
        ]}
      />
    )
  }
  return (page) => [
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
