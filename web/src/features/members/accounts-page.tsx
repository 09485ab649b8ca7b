import { PlusOutlined } from '@ant-design/icons'
import {
  activateMember,
  banMember,
  deleteMember,
  resetMember,
  resetMemberFactor,
  sendInstitutionEmail,
  sendMemberEmail,
  setInstitutionEmail,
  setMemberEmail,
  unlinkMember,
  type Member,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/use-session.ts'
import { useAccountColumns } from '../../ui/accounts/account-columns.tsx'
import { EmailDialog } from '../../ui/accounts/email-dialog.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { MainAccount } from './main-account.tsx'
import { AddMemberDialog, EditMemberDialog } from './member-dialogs.tsx'
import { memberList, membersChanged, institutionAccounts, callersInstitution } from './queries.ts'
import './members.css'

type Dialog = { kind: 'main-email' } | { kind: 'add' } | { kind: 'edit' | 'email'; member: Member }

/** The accounts of the own institution, as its main account manages them. */
export function Component() {
  const { t } = useTranslation('members')
  const institution = useQuery(callersInstitution(useSession()?.uid ?? ''))
  const oid = institution.data?.oid
  const accounts = useQuery(institutionAccounts(oid))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const columns = useAccountColumns<Member>({
    texts: ['No', 'name', 'username', 'email'],
    edit: (member) => setDialog({ kind: 'edit', member }),
    changeEmail: (member) => setDialog({ kind: 'email', member }),
    asks: {
      'enable.member': activateMember,
      'disable.member': banMember,
      'resetPassword.member': resetMember,
      'resetFactor.account': resetMemberFactor,
      'unlinkSso.member': unlinkMember,
      'delete.member': deleteMember,
    },
    onDone: membersChanged,
  })
  const listed = accounts.data
  if (!listed || oid === undefined) {
    const failed = [institution, accounts].find(({ isError }) => isError)
    return failed ? <Failed title={t('main.failed')} query={failed} /> : <Loading />
  }
  const close = () => setDialog(null)
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      disabled={listed.total_count >= listed.account_limit}
      onClick={() => setDialog({ kind: 'add' })}
    >
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('title')}>{add}</PageTitle>
      <MainAccount accounts={listed} onChangeEmail={() => setDialog({ kind: 'main-email' })} />
      <ListPage
        label={t('list.title')}
        list={memberList}
        fields={[
          { name: 'name', label: t('common:account.name'), max: 40 },
          { name: 'email', label: t('common:account.email'), max: 128 },
        ]}
        rowKey="aid"
        columns={(page) => columns(page?.acc_status_map)}
        failed={t('list.failed')}
        empty={t('list.empty')}
        add={add}
      />
      {dialog?.kind === 'add' && <AddMemberDialog oid={oid} onClose={close} />}
      {dialog?.kind === 'edit' && <EditMemberDialog member={dialog.member} onClose={close} />}
      {dialog?.kind === 'email' && (
        <EmailDialog
          send={sendMemberEmail}
          set={setMemberEmail}
          fixed={{ aid: dialog.member.aid }}
          hint={t('emailHint', { name: dialog.member.name })}
          onClose={close}
          onDone={membersChanged}
        />
      )}
      {dialog?.kind === 'main-email' && (
        <EmailDialog
          send={sendInstitutionEmail}
          set={setInstitutionEmail}
          fixed={{ oid }}
          hint={t('main.emailHint')}
          onClose={close}
          onDone={membersChanged}
        />
      )}
    </>
  )
}
