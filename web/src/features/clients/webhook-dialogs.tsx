import {
  addWebhook,
  rotateWebhook,
  setWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
} from '@mingmou/contract'
import { Alert, Checkbox, Input, Switch, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/call-form.tsx'
import { RotateDialog, SecretModal } from './secret-dialogs.tsx'
import { webhooksChanged } from './webhook-queries.ts'

export function AddWebhookDialog(props: {
  onClose: () => void
  onSecret: (secret: string) => void
}) {
  const { t } = useTranslation('webhooks')
  return (
    <CallDialog
      title={t('add.title')}
      call={addWebhook}
      initial={{ name: '', url: '', events: [...WEBHOOK_EVENTS], active: true }}
      fallback={t('add.failed')}
      onClose={props.onClose}
      done={t('add.done')}
      onDone={({ secret }) => {
        props.onSecret(secret)
        return webhooksChanged()
      }}
    >
      <Fields />
    </CallDialog>
  )
}

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const { webhook_id, name, url, events, active } = webhook
  return (
    <CallDialog
      title={t('set.title')}
      call={setWebhook}
      fixed={{ webhook_id }}
      initial={{ name, url, events, active }}
      fallback={t('set.failed')}
      onClose={onClose}
      done={t('set.done')}
      onDone={webhooksChanged}
    >
      <Fields />
    </CallDialog>
  )
}

export function RotateWebhookDialog(props: {
  webhook: Webhook
  onClose: () => void
  onSecret: (secret: string) => void
}) {
  const { webhook_id, name } = props.webhook
  return (
    <RotateDialog
      owner="webhooks"
      call={rotateWebhook}
      fixed={{ webhook_id }}
      name={name}
      onClose={props.onClose}
      onDone={({ secret }) => {
        props.onSecret(secret)
        return webhooksChanged()
      }}
    />
  )
}

function Fields() {
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

export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <SecretModal owner="webhooks" onClose={onClose}>
      <Alert type="warning" showIcon title={t('secret.once')} />
      <p>{t('secret.use')}</p>
      <Typography.Text code copyable={{ text: secret }}>
        {secret}
      </Typography.Text>
    </SecretModal>
  )
}
