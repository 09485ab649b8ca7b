import type { Webhook, WebhookDelivery } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { webhookLogQuery } from './webhook-queries.ts'
import { isComing, useLogColumns } from './webhook-log-columns.tsx'

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
  const columns = useLogColumns(webhook.active)
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
