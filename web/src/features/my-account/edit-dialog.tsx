import { setMyInfo, type DataOf, type myInfo } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { renameSession } from '../../lib/session.ts'
import { CallDialog } from '../../ui/call-dialog.tsx'
import { Field } from '../../ui/call-form.tsx'
import { myAccountChanged } from './queries.ts'

export function EditMyInfoDialog(props: { own: DataOf<typeof myInfo>; onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const { uid, username, name, phone } = props.own
  return (
    <CallDialog
      title={t('own.edit')}
      call={setMyInfo}
      fixed={{ uid }}
      initial={{ username, name, phone }}
      fallback={t('own.editFailed')}
      onClose={props.onClose}
      done={t('own.editDone')}
      onDone={(_, { name }) => {
        renameSession(name)
        void myAccountChanged()
      }}
    >
      <Field name="username" label={t('own.username')}>
        <Input autoFocus autoComplete="username" />
      </Field>
      <Field name="name" label={t('own.name')}>
        <Input autoComplete="name" />
      </Field>
      <Field name="phone" label={t('own.phone')}>
        <Input inputMode="tel" autoComplete="tel" placeholder={t('own.optional')} />
      </Field>
    </CallDialog>
  )
}
