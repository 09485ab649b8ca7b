import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  AddWebhookDialog,
  EditWebhookDialog,
  RotateWebhookDialog,
  WebhookSecretDialog,
} from './webhook-dialogs.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { webhooksChanged } from './webhook-queries.ts'
import type { WebhookDialog } from './webhook-actions.tsx'
import { WebhookTable } from './webhook-table.tsx'

/** The addresses of hospital systems that are told of events. */
export function Webhooks() {
  const { t } = useTranslation('webhooks')
  const [dialog, setDialog] = useState<WebhookDialog | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setDialog(null)
  const closeLog = () => {
    close()
    void webhooksChanged()
  }
  return (
    <section className="panel list clients-webhooks" aria-label={t('title')}>
      <header className="clients-head">
        <h2>{t('title')}</h2>
        <Button icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'add' })}>
          {t('add.button')}
        </Button>
      </header>
      <p className="soft clients-lead">{t('lead')}</p>
      <WebhookTable open={setDialog} />
      {dialog?.kind === 'add' && <AddWebhookDialog onClose={close} onSecret={setSecret} />}
      {dialog?.kind === 'edit' && <EditWebhookDialog webhook={dialog.webhook} onClose={close} />}
      {dialog?.kind === 'rotate' && (
        <RotateWebhookDialog webhook={dialog.webhook} onClose={close} onSecret={setSecret} />
      )}
      {dialog?.kind === 'log' && <WebhookLog webhook={dialog.webhook} onClose={closeLog} />}
      {secret !== null && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  )
}
