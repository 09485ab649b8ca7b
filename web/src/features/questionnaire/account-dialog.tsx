import { setQuestionnaireInfo } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { accountChanged, accountQuery } from './queries.ts'

/** The account of the questionnaire. Its password can be set and never read. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('questionnaire-admin')
  const { data } = useQuery(accountQuery())
  return (
    <CallDialog
      title={t('account.title')}
      call={setQuestionnaireInfo}
      fallback={t('account.failed')}
      done={t('account.done')}
      onClose={onClose}
      onDone={accountChanged}
    >
      <p className="soft dialog-hint">{t('account.hint')}</p>
      <p className="long-text dialog-hint">
        {!data?.account || data.set_at === null
          ? t('account.none')
          : t('account.now', { account: data.account, time: formatInstant(data.set_at) })}
      </p>
      <Field name="account" label={t('account.account')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="password" label={t('account.password')} hint={t('account.passwordHint')}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </CallDialog>
  )
}
