import { PlusOutlined } from '@ant-design/icons'
import {
  adminActivateAdmin,
  adminBanAdmin,
  adminDeleteAdmin,
  adminResetAccount,
  adminResetFactor,
  type AdminAccount,
} from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/use-session.ts'
import { useAccountColumns } from '../../ui/accounts/account-columns.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { AccountEmailDialog, EditAccountDialog } from './account-dialogs.tsx'
import { AddAdminDialog } from './add-admin-dialog.tsx'
import { accountsChanged, adminList } from './queries.ts'

type Dialog = { kind: 'add' } | { kind: 'edit' | 'email'; admin: AdminAccount }

/** The platform's administrators. */
export function Component() {
  const { t } = useTranslation('admin-accounts')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const session = useSession()
  const columns = useAccountColumns<AdminAccount>({
    texts: ['username', 'name', 'phone', 'email'],
    edit: (admin) => setDialog({ kind: 'edit', admin }),
    changeEmail: (admin) => setDialog({ kind: 'email', admin }),
    asks: {
      'enable.admin': adminActivateAdmin,
      'disable.admin': adminBanAdmin,
      'resetPassword.admin': adminResetAccount,
      'resetFactor.account': adminResetFactor,
      'delete.admin': adminDeleteAdmin,
    },
    onDone: accountsChanged,
    // Only role 1 reaches role 1, and nobody shuts out or deletes his own account.
    mayAct: ({ role }) => role !== '1' || session?.role === '1',
    mayAsk: ({ aid }) => aid !== session?.uid,
  })
  const close = () => setDialog(null)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'add' })}>
      {t('admins.add')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('admins.title')}>{add}</PageTitle>
      <ListPage
        label={t('admins.title')}
        list={adminList}
        fields={[
          { name: 'name', label: t('common:account.name'), max: 40 },
          { name: 'phone', label: t('common:account.phone'), max: 32 },
          { name: 'email', label: t('common:account.email'), max: 128 },
        ]}
        rowKey="aid"
        columns={(page) =>
          columns(page?.statuses, [
            {
              title: t('common:account.role'),
              key: 'role',
              render: (_, { role }) => page?.roles[role] ?? role,
            },
          ])
        }
        failed={t('admins.failed')}
        empty={t('admins.empty')}
        add={add}
      />
      {dialog?.kind === 'add' && <AddAdminDialog onClose={close} />}
      {dialog?.kind === 'edit' && (
        <EditAccountDialog account={named(dialog.admin)} onClose={close} />
      )}
      {dialog?.kind === 'email' && <AccountEmailDialog account={dialog.admin} onClose={close} />}
    </>
  )
}

const named = ({ aid, username, name, phone }: AdminAccount) => ({ aid, username, name, phone })
