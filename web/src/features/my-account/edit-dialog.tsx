import { setMyInfo, type DataOf, type myInfo } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { renameSession } from '../../lib/session/session.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { myAccountChanged } from './queries.ts'

export function EditMyInfoDialog(props: { info: DataOf<typeof myInfo>; onClose: () => void }) {
  const { t } = useTranslation('my-account')
  const { uid, username, name, phone } = props.info
  return (
    <CallDialog
      title={t('info.edit')}
      call={setMyInfo}
      fixed={{ uid }}
      initial={{ username, name, phone }}
      fallback={t('info.editFailed')}
      onClose={props.onClose}
      done={t('info.editDone')}
      onDone={(_, { name }) => {
        renameSession(name)
        void myAccountChanged()
      }}
    >
      <Field name="username" label={t('info.username')}>
        <Input autoFocus autoComplete="username" />
      </Field>
      <Field name="name" label={t('info.name')}>
        <Input autoComplete="name" />
      </Field>
      <Field name="phone" label={t('info.phone')}>
        <Input inputMode="tel" autoComplete="tel" placeholder={t('info.optional')} />
      </Field>
    </CallDialog>
  )
}
