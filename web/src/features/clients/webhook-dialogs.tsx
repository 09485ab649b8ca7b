import {
  addWebhook,
  rotateWebhook,
  setWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
} from '@mingmou/contract'
import { Alert, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { RotateDialog, SecretModal } from './secret-dialogs.tsx'
import { webhooksChanged } from './webhook-queries.ts'
import { WebhookFields } from './webhook-fields.tsx'

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
      <WebhookFields />
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
      <WebhookFields />
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
