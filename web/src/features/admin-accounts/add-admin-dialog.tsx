import { ADMIN_ROLES, adminAddAdmin, DEFAULT_ADMIN_ROLE } from '@mingmou/contract'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/use-session.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { accountsChanged } from './queries.ts'

export function AddAdminDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin-accounts')
  const isFirst = useSession()?.role === '1'
  // Only role 1 adds accounts of role 1.
  const roles = ADMIN_ROLES.filter((role) => isFirst || role === DEFAULT_ADMIN_ROLE)
  return (
    <CallDialog
      title={t('admins.add')}
      call={adminAddAdmin}
      initial={{ role: DEFAULT_ADMIN_ROLE }}
      fallback={t('admins.addFailed')}
      onClose={onClose}
      done={({ email }) => t('admins.addDone', { email })}
      onDone={accountsChanged}
    >
      <p className="soft dialog-hint">{t('admins.addHint')}</p>
      <Field name="userName" label={t('common:account.username')}>
        <Input autoFocus autoComplete="off" />
      </Field>
      <Field name="name" label={t('common:account.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="phone" label={t('common:account.phone')}>
        <Input inputMode="tel" autoComplete="off" />
      </Field>
      <Field name="email" label={t('common:account.email')}>
        <Input inputMode="email" autoComplete="off" />
      </Field>
      <Field name="role" label={t('common:account.role')}>
        <Select options={roles.map((role) => ({ value: role, label: t(`common:role.${role}`) }))} />
      </Field>
    </CallDialog>
  )
}
