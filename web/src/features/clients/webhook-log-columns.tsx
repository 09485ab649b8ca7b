import { sendWebhookAgain, type WebhookDelivery } from '@mingmou/contract'
import { Button, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { webhooksChanged } from './webhook-queries.ts'

/** It was not tried yet. */
export const isComing = ({ state, reason }: WebhookDelivery) =>
  state === 'waiting' && reason === null

const COLOR = { waiting: 'processing', sent: 'success', failed: 'error' } as const

export function useLogColumns(active: boolean): TableColumnsType<WebhookDelivery> {
  const { t } = useTranslation('webhooks')
  return [
    {
      title: t('log.time'),
      key: 'time',
      render: (_, { told_at }) => formatInstant(told_at),
    },
    {
      title: t('log.event'),
      key: 'event',
      render: (_, { type, event_id }) => (
        <span className="clients-two">
          {t(`event.${type.replace('.', '_')}`)}
          <small>{event_id}</small>
        </span>
      ),
    },
    {
      title: t('log.state'),
      key: 'state',
      render: (_, row) => <State {...row} />,
    },
    {
      title: t('log.tries'),
      key: 'tries',
      render: (_, { tries, status }) => (
        <span className="clients-two">
          {t('log.times', { n: tries })}
          {status !== null && <small>HTTP {status}</small>}
        </span>
      ),
    },
    {
      title: t('action'),
      key: 'action',
      fixed: 'end',
      render: (_, row) => <Again row={row} active={active} />,
    },
  ]
}

function State({ state, reason, next_at }: WebhookDelivery) {
  const { t } = useTranslation('webhooks')
  return (
    <span className="clients-two whole-text">
      <Tag color={COLOR[state]}>{t(`state.${state}`)}</Tag>
      {reason !== null && <small className="clients-fault">{reason}</small>}
      {reason !== null && next_at !== null && (
        <small>{t('log.next', { at: formatInstant(next_at) })}</small>
      )}
    </span>
  )
}

function Again({ row, active }: { row: WebhookDelivery; active: boolean }) {
  const { t } = useTranslation('webhooks')
  const [busy, setBusy] = useState(false)
  const { delivery_id } = row
  if (!active || isComing(row)) return null
  const again = async () => {
    setBusy(true)
    try {
      await api(sendWebhookAgain, { delivery_id })
      showSuccess(t('again.done'))
    } catch (error) {
      showFailure(error, t('again.failed'))
    } finally {
      setBusy(false)
      await webhooksChanged()
    }
  }
  return (
    <Button size="small" loading={busy} onClick={() => void again()}>
      {t('again.button')}
    </Button>
  )
}
