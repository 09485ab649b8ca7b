import { deleteWebhook, testWebhook, type Webhook } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { webhooksChanged } from './webhook-queries.ts'

export type WebhookDialog = { kind: 'add' } | { kind: 'edit' | 'log' | 'rotate'; webhook: Webhook }

export function WebhookActions({
  webhook,
  open,
}: {
  webhook: Webhook
  open: (dialog: WebhookDialog) => void
}) {
  const { t } = useTranslation('webhooks')
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const { webhook_id, name, active } = webhook
  const tryIt = async () => {
    setBusy(true)
    try {
      await api(testWebhook, { webhook_id })
      showSuccess(t('test.done'))
      open({ kind: 'log', webhook })
    } catch (error) {
      showFailure(error, t('test.failed'))
    } finally {
      setBusy(false)
      await webhooksChanged()
    }
  }
  const remove = () =>
    confirm('delete.webhook', 'danger', name, deleteWebhook, { webhook_id }, webhooksChanged)
  return (
    <RowActions
      actions={[
        active && { label: t('test.button'), loading: busy, onClick: () => void tryIt() },
        { label: t('log.button'), onClick: () => open({ kind: 'log', webhook }) },
        { label: t('common:action.edit'), onClick: () => open({ kind: 'edit', webhook }) },
        { label: t('rotate.button'), onClick: () => open({ kind: 'rotate', webhook }) },
        { label: t('common:action.delete'), danger: true, onClick: remove },
      ]}
    />
  )
}
