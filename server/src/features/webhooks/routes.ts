import {
  addWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhook,
  sendWebhookAgain,
  setWebhook,
  testWebhook,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as webhooks from './service.ts'

export function webhookRoutes(app: App, ctx: Context): void {
  mount(app, listWebhooks, ({ caller }) => webhooks.listAll(ctx, caller))
  mount(app, addWebhook, ({ caller, body }) => webhooks.createWebhook(ctx, caller, body))
  mount(app, setWebhook, async ({ caller, body }) => {
    await webhooks.changeWebhook(ctx, caller, body)
    return {}
  })
  mount(app, rotateWebhook, ({ caller, body }) => webhooks.renewSecret(ctx, caller, body))
  mount(app, deleteWebhook, async ({ caller, body }) => {
    await webhooks.removeWebhook(ctx, caller, body.webhook_id)
    return {}
  })
  mount(app, testWebhook, async ({ caller, body }) => {
    await webhooks.sendTest(ctx, caller, body.webhook_id)
    return {}
  })
  mount(app, listWebhookDeliveries, ({ caller, body }) => webhooks.openLog(ctx, caller, body))
  mount(app, sendWebhookAgain, async ({ caller, body }) => {
    await webhooks.sendOnceMore(ctx, caller, body.delivery_id)
    return {}
  })
}
