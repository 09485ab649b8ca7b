import { z } from 'zod'
import { body, call, Nothing } from '../wire/call.ts'
import { bounded, Id, Instant, page, pageOf, required } from '../wire/fields.ts'
import { MAIN_ACCOUNT } from '../wire/roles.ts'

/** Webhooks of an institution, tests of it, how long a receiver may take, and for how long the log is kept. */
export const WEBHOOKS = {
  most: 10,
  tests: { count: 30, windowSeconds: 600 },
  answerSeconds: 10,
  /** Tries come at growing pauses, within this time. */
  tryHours: 24,
  keptDays: 30,
  /** For so long events are signed with the secret before too. */
  overlapHours: 24,
} as const

/** What a hospital system can be told of. */
export const WEBHOOK_EVENTS = [
  'sitting.analysed',
  'report.signed',
  'report.superseded',
  'report.voided',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS, 'not_allowed')
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** `webhook.test` is sent by hand alone. */
export const WEBHOOK_TOLD = [...WEBHOOK_EVENTS, 'webhook.test'] as const
export type WebhookTold = (typeof WEBHOOK_TOLD)[number]

function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && hash === ''
}

const fields = {
  name: required(40),
  url: bounded(z.string().trim(), 512).refine(isWebhookAddress, 'webhook_address_format'),
  events: z
    .array(WebhookEvent, 'wrong_type')
    .min(1, 'required')
    .max(WEBHOOK_EVENTS.length, 'out_of_range')
    .transform((given) => WEBHOOK_EVENTS.filter((webhookEvent) => given.includes(webhookEvent))),
  active: z.boolean('wrong_type'),
}

const Webhook = z.object({
  webhook_id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  active: z.boolean(),
  /** The last success. */
  sent_at: Instant.nullable(),
  /** The first failure since then; null where the last try went well. */
  failing_since: Instant.nullable(),
  /** What went wrong last and what to do, in words. */
  fault: z.string().nullable(),
  waiting: z.int(),
  failed: z.int(),
  /** Until when events are signed with the secret before too; null where they are not. */
  overlap_until: Instant.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

export const listWebhooks = call({
  path: '/v1/webhooks/list',
  access: MAIN_ACCOUNT,
  body: body({}),
  data: z.object({ rows: z.array(Webhook) }),
  summary: 'Ours: the addresses that are told of events',
})

export const addWebhook = call({
  path: '/v1/webhooks/add',
  access: MAIN_ACCOUNT,
  body: body(fields),
  /** The secret is told once. */
  data: z.object({ webhook_id: Id, secret: z.string() }),
  summary: 'Ours: tell an address of events; the secret that signs them is told once',
})

export const setWebhook = call({
  path: '/v1/webhooks/set',
  access: MAIN_ACCOUNT,
  body: body({ webhook_id: Id, ...fields }),
  data: Nothing,
  summary: 'Ours: change an address that is told of events, or turn it off',
})

export const rotateWebhook = call({
  path: '/v1/webhooks/rotate',
  access: MAIN_ACCOUNT,
  /** `at_once`: nothing is signed with the secret before any more, as it may be in the wrong hands. */
  body: body({ webhook_id: Id, at_once: z.boolean('wrong_type').optional() }),
  /** The secret is told once. */
  data: z.object({ secret: z.string() }),
  summary:
    'Ours: give a webhook a new secret; for a day events are signed with both unless the one before ends at once',
})

export const deleteWebhook = call({
  path: '/v1/webhooks/delete',
  access: MAIN_ACCOUNT,
  body: body({ webhook_id: Id }),
  data: Nothing,
  summary: 'Ours: tell an address nothing more',
})

export const testWebhook = call({
  path: '/v1/webhooks/test',
  access: MAIN_ACCOUNT,
  body: body({ webhook_id: Id }),
  data: Nothing,
  summary: 'Ours: send an address a test event; the log says how it went',
})

export const WEBHOOK_STATES = ['waiting', 'sent', 'failed'] as const

const WebhookDelivery = z.object({
  delivery_id: Id,
  /** The same at each try, and for each address. */
  event_id: Id,
  type: z.enum(WEBHOOK_TOLD),
  /** When it happened. */
  told_at: Instant,
  state: z.enum(WEBHOOK_STATES),
  tries: z.int(),
  /** What the receiver answered last: a status of HTTP. */
  status: z.int().nullable(),
  /** Why the last try went wrong, in words. */
  reason: z.string().nullable(),
  sent_at: Instant.nullable(),
  next_at: Instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const listWebhookDeliveries = call({
  path: '/v1/webhooks/deliveries',
  access: MAIN_ACCOUNT,
  body: body({ webhook_id: Id, ...page }),
  data: pageOf(WebhookDelivery),
  summary: 'Ours: what an address was told, and what waits or failed',
})

export const sendWebhookAgain = call({
  path: '/v1/webhooks/again',
  access: MAIN_ACCOUNT,
  body: body({ delivery_id: Id }),
  data: Nothing,
  summary: 'Ours: tell an event again, now, with the same id',
})

export const WEBHOOK_ACTIONS = {
  'webhook.list': ['查看事件通知地址', 'Open the webhooks'],
  'webhook.add': ['新增事件通知地址', 'Add a webhook'],
  'webhook.set': ['修改事件通知地址', 'Change a webhook'],
  'webhook.rotate': ['更换事件通知地址的密钥', 'Give a webhook a new secret'],
  'webhook.delete': ['删除事件通知地址', 'Delete a webhook'],
  'webhook.test': ['测试事件通知地址', 'Test a webhook'],
  'webhook.log': ['查看事件通知记录', 'Open the log of a webhook'],
  'webhook.again': ['重新发送事件通知', 'Send an event again'],
  'webhook.send': ['发送事件通知', 'Send an event to a webhook'],
} as const
