import type { Webhook } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import type { WebhookDialog } from './webhook-actions.tsx'
import { useWebhookColumns } from './webhook-columns.tsx'

export function WebhookTable({ open }: { open: (dialog: WebhookDialog) => void }) {
  const { t } = useTranslation('webhooks')
  const query = useQuery(webhooksQuery())
  const columns = useWebhookColumns(open)
  if (!query.data) return query.isError ? <Failed title={t('failed')} query={query} /> : <Loading />
  return (
    <ScrollTable<Webhook>
      aria-label={t('title')}
      rowKey="webhook_id"
      columns={columns}
      dataSource={query.data.rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <Nothing hint={t('empty')} /> }}
    />
  )
}
