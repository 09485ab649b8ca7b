import type { Webhook } from '@mingmou/contract'
import { Tag, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Clip } from '../../ui/lists/cells.tsx'
import { type WebhookDialog, WebhookActions } from './webhook-actions.tsx'

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
          {events.map((event) => (
            <Tag key={event}>{t(`event.${event.replace('.', '_')}`)}</Tag>
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
      render: (_, webhook) => <WebhookActions webhook={webhook} open={open} />,
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
