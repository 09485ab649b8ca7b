import { adminChangeEmail, adminSetAccount } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useMovedWords } from '../../ui/accounts/email-dialog.tsx'
import { accountsChanged } from './queries.ts'

/** User name, name and telephone of any account. */
export function EditAccountDialog(props: {
  account: { aid: string; username: string; name: string; phone?: string }
  onClose: () => void
}) {
  const { t } = useTranslation('admin-accounts')
  const { aid, ...initial } = props.account
  return (
    <CallDialog
      title={t('edit.title')}
      call={adminSetAccount}
      fixed={{ aid }}
      initial={initial}
      fallback={t('edit.failed')}
      onClose={props.onClose}
      done={t('edit.done')}
      onDone={accountsChanged}
    >
      <Field name="name" label={t('common:account.name')}>
        <Input autoFocus autoComplete="off" />
      </Field>
      <Field name="username" label={t('common:account.username')}>
        <Input autoComplete="off" />
      </Field>
      {initial.phone !== undefined && (
        <Field name="phone" label={t('common:account.phone')}>
          <Input inputMode="tel" autoComplete="off" />
        </Field>
      )}
    </CallDialog>
  )
}

/** Another address for any account, without a code. The old address gets a mail. */
export function AccountEmailDialog(props: {
  account: { aid: string; username: string; email: string }
  onClose: () => void
}) {
  const { t } = useTranslation('admin-accounts')
  const { aid, username, email } = props.account
  const moved = useMovedWords()
  return (
    <CallDialog
      title={t('common:email.change')}
      call={adminChangeEmail}
      fixed={{ aid }}
      fallback={t('common:email.failed')}
      onClose={props.onClose}
      done={(_, data) => moved(data)}
      onDone={accountsChanged}
    >
      <p className="soft dialog-hint long-text">{t('emailHint', { username, email })}</p>
      <Field name="email" label={t('common:email.new')}>
        <Input autoFocus inputMode="email" autoComplete="off" />
      </Field>
    </CallDialog>
  )
}
