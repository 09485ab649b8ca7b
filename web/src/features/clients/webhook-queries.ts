import { listWebhookDeliveries, listWebhooks } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

/** What is told meanwhile changes them. */
export const webhooksQuery = () => ({ ...callQuery(listWebhooks, {}), staleTime: 0 })

export const webhookLogQuery = (webhook_id: string, page: number) => ({
  ...callQuery(listWebhookDeliveries, { webhook_id, page }),
  staleTime: 0,
})

export const webhooksChanged = () => changed(listWebhooks, listWebhookDeliveries)
