import { addMember, setMember, type Member } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { NewPasswordInput } from '../../ui/accounts/new-password.tsx'
import { membersChanged } from './queries.ts'

export function AddMemberDialog({ oid, onClose }: { oid: string; onClose: () => void }) {
  const { t } = useTranslation('members')
  return (
    <CallDialog
      title={t('add.title')}
      call={addMember}
      fixed={{ oid }}
      fallback={t('add.failed')}
      onClose={onClose}
      done={({ init_key, email }) =>
        init_key === undefined ? t('add.mailed', { email }) : t('add.done')
      }
      onDone={membersChanged}
    >
      <Names />
      <Field name="email" label={t('common:account.email')}>
        <Input inputMode="email" autoComplete="off" />
      </Field>
      <Field name="init_key" label={t('common:account.password')}>
        <NewPasswordInput />
      </Field>
      <p className="soft dialog-hint">{t('add.hint')}</p>
    </CallDialog>
  )
}

export function EditMemberDialog(props: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('members')
  const { aid, name, username } = props.member
  return (
    <CallDialog
      title={t('edit.title')}
      call={setMember}
      fixed={{ aid }}
      initial={{ name, username }}
      fallback={t('edit.failed')}
      onClose={props.onClose}
      done={t('edit.done')}
      onDone={membersChanged}
    >
      <Names />
    </CallDialog>
  )
}

function Names() {
  const { t } = useTranslation('members')
  return (
    <>
      <Field name="name" label={t('common:account.name')}>
        <Input autoFocus autoComplete="off" />
      </Field>
      <Field name="username" label={t('common:account.username')}>
        <Input autoComplete="off" />
      </Field>
    </>
  )
}
