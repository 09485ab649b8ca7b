import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'

export function StowFields({ hasToken }: { hasToken: boolean }) {
  const { t } = useTranslation('destinations')
  return (
    <>
      <Field name="url" label={t('field.url')} hint={t('hint.url')}>
        <Input
          autoComplete="off"
          maxLength={256}
          placeholder="https://pacs.example.com/dicom-web"
        />
      </Field>
      <Field
        name="token"
        label={t('field.token')}
        hint={t(hasToken ? 'hint.token_kept' : 'hint.token')}
      >
        <Input.Password autoComplete="new-password" maxLength={2048} />
      </Field>
    </>
  )
}
