import { deleteWebhook, testWebhook, type Webhook } from '@mingmou/contract'
import { Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Clip } from '../../ui/lists/cells.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { webhooksChanged } from './webhook-queries.ts'

export type WebhookDialog = { kind: 'add' } | { kind: 'edit' | 'log' | 'rotate'; webhook: Webhook }

export function useWebhookColumns(
  open: (dialog: WebhookDialog) => void,
): TableColumnsType<Webhook> {
  const { t } = useTranslation('webhooks')
  return [
    {
      title: t('field.name'),
      key: 'name',
      render: (_, { name, url, active, overlap_until }) => (
        <span className="clients-two">
          <Clip text={name} /> {!active && <Tag>{t('off')}</Tag>}
          <small>
            <Clip text={url} />
          </small>
          {overlap_until !== null && (
            <small>{t('overlap', { until: formatInstant(overlap_until) })}</small>
          )}
        </span>
      ),
    },
    {
      title: t('field.events'),
      key: 'events',
      render: (_, { events }) => (
        <span className="clients-scopes">
          {events.map((one) => (
            <Tag key={one}>{t(`event.${one.replace('.', '_')}`)}</Tag>
          ))}
        </span>
      ),
    },
    {
      title: t('column.sent'),
      key: 'sent',
      render: (_, row) => <Sent {...row} />,
    },
    {
      title: t('column.fault'),
      key: 'fault',
      render: (_, { fault, failing_since }) =>
        fault === null || failing_since === null ? (
          '—'
        ) : (
          <span className="clients-two whole-text">
            <span className="clients-fault">{fault}</span>
            <small>{t('since', { at: formatInstant(failing_since) })}</small>
          </span>
        ),
    },
    {
      title: t('action'),
      key: 'action',
      fixed: 'end',
      render: (_, webhook) => <Actions webhook={webhook} open={open} />,
    },
  ]
}

function Sent({ sent_at, waiting, failed }: Webhook) {
  const { t } = useTranslation('webhooks')
  return (
    <span className="clients-two">
      {sent_at === null ? t('never') : formatInstant(sent_at)}
      {waiting > 0 && <small>{t('waiting', { n: waiting })}</small>}
      {failed > 0 && <small className="clients-fault">{t('failedCount', { n: failed })}</small>}
    </span>
  )
}

function Actions({ webhook, open }: { webhook: Webhook; open: (dialog: WebhookDialog) => void }) {
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
    confirm('delete.webhook', name, deleteWebhook, { webhook_id }, webhooksChanged)
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
