import {
  adminInstitutionDetail,
  adminLockAccount,
  adminResetAccount,
  adminResetFactor,
  adminUnlockAccount,
  type Member,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PATHS } from '../../paths.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { useAccountColumns } from '../../ui/accounts/account-columns.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { AccountEmailDialog, EditAccountDialog } from './account-dialogs.tsx'
import { MainAccountCard } from './main-account-card.tsx'
import { accountsChanged, institutionAccounts } from './queries.ts'
import './admin-accounts.css'

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

/** The accounts of one institution, for administrators. The list has the way to each. */
export function Component() {
  const [params] = useSearchParams()
  return <Accounts oid={params.get('oid') ?? ''} />
}

function Accounts({ oid }: { oid: string }) {
  const { t } = useTranslation('admin-accounts')
  const list = institutionAccounts(oid)
  const institution = useQuery(callQuery(adminInstitutionDetail, { oid }))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const edit = (account: Account) => setDialog({ kind: 'edit', account })
  const changeEmail = (account: Account) => setDialog({ kind: 'email', account })
  const columns = useAccountColumns<Member>({
    texts: ['No', 'name', 'username', 'email'],
    edit,
    changeEmail,
    asks: {
      'unlock.account': adminUnlockAccount,
      'lock.account': adminLockAccount,
      'resetPassword.member': adminResetAccount,
      'resetFactor.account': adminResetFactor,
    },
    onDone: accountsChanged,
  })
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
        columns={(page) => columns(page?.acc_status_map)}
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
