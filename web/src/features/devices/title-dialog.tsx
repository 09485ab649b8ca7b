import { setCalledTitle } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { devicesChanged } from './queries.ts'

export function TitleDialog(props: { ae_title: string; onClose: () => void }) {
  const { t } = useTranslation('devices')
  return (
    <CallDialog
      title={t('title_dialog.title')}
      call={setCalledTitle}
      initial={{ ae_title: props.ae_title }}
      fallback={t('title_dialog.failed')}
      onClose={props.onClose}
      done={t('title_dialog.done')}
      onDone={devicesChanged}
    >
      <Field name="ae_title" label={t('called.ae_title')} hint={t('title_dialog.hint')}>
        <Input autoFocus autoComplete="off" spellCheck={false} />
      </Field>
    </CallDialog>
  )
}
