import { WEBHOOK_EVENTS } from '@mingmou/contract'
import { Checkbox, Input, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'

export function WebhookFields() {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <Field name="name" label={t('field.name')}>
        <Input autoFocus autoComplete="off" maxLength={40} />
      </Field>
      <Field name="url" label={t('field.url')} hint={t('hint.url')}>
        <Input autoComplete="off" maxLength={512} placeholder="https://his.example.com/mingmou" />
      </Field>
      <Field name="events" label={t('field.events')} hint={t('hint.events')}>
        <Checkbox.Group
          className="clients-choices"
          options={WEBHOOK_EVENTS.map((value) => ({
            value,
            label: t(`event.${value.replace('.', '_')}`),
          }))}
        />
      </Field>
      <Field name="active" label={t('field.active')} hint={t('hint.active')}>
        <Switch />
      </Field>
    </>
  )
}
