import { sendWebhookAgain, type Webhook, type WebhookDelivery } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Modal, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { webhookLogQuery, webhooksChanged } from './webhook-queries.ts'

/** What an address was told, the newest first. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const [page, setPage] = useState(1)
  const found = webhookLogQuery(webhook.webhook_id, page)
  const query = useQuery({
    ...found,
    placeholderData: keepPreviousData,
    // Each look is on record: only while a first try is about to be made.
    refetchInterval: ({ state }) => (state.data?.rows.some(isComing) ? LOOK_MS : false),
  })
  const columns = useColumns(webhook.active)
  return (
    <Modal
      open
      centered
      title={t('log.title', { name: webhook.name })}
      width="9.6rem"
      closable={{ 'aria-label': t('common:action.close') }}
      footer={null}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'calc(0.72 * var(--page-height))', overflowY: 'auto' } }}
    >
      <p className="soft clients-lead">{t('log.lead')}</p>
      <PageTable<WebhookDelivery>
        label={t('log.title', { name: webhook.name })}
        query={{ ...query, isFetching: query.isPlaceholderData }}
        rowKey="delivery_id"
        onPage={setPage}
        failed={t('log.failed')}
        empty={<Nothing hint={t('log.empty')} />}
        columns={columns}
      />
    </Modal>
  )
}

const LOOK_MS = 2_000

/** It was not tried yet. */
const isComing = ({ state, reason }: WebhookDelivery) => state === 'waiting' && reason === null

const COLOR = { waiting: 'processing', sent: 'success', failed: 'error' } as const

function useColumns(active: boolean): TableColumnsType<WebhookDelivery> {
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
