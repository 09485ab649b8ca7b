import { PlusOutlined } from '@ant-design/icons'
import type { AdminAccount } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../ui/list-page.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { AccountEmailDialog, EditAccountDialog } from './account-dialogs.tsx'
import { AddAdminDialog } from './add-admin-dialog.tsx'
import { useAdminColumns } from './admin-columns.tsx'
import { adminList } from './queries.ts'

type Dialog = { kind: 'add' } | { kind: 'edit' | 'email'; admin: AdminAccount }

/** The platform's administrators. */
export function Component() {
  const { t } = useTranslation('admin')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const columns = useAdminColumns({
    edit: (admin) => setDialog({ kind: 'edit', admin }),
    changeEmail: (admin) => setDialog({ kind: 'email', admin }),
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
          { name: 'name', label: t('field.name'), max: 40 },
          { name: 'phone', label: t('field.phone'), max: 32 },
          { name: 'email', label: t('field.email'), max: 128 },
        ]}
        rowKey="aid"
        columns={columns}
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
