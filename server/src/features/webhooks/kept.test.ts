import {
  addWebhook,
  deleteWebhook,
  ERROR,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhook,
  testWebhook,
  WEBHOOK_EVENTS,
  WEBHOOKS,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHmac } from 'node:crypto'
import { withProgram } from '../../command.ts'
import { work } from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { signedReport } from '../../testing/report-maker.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { answers, webhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { finishRotation, rotateKeys } from '../keys/rotate.ts'
import { webhookDuties } from './duties.ts'

/** A session ends with the clock. */
const again = (by: SignedIn) => signIn(app, by)

let receiver: WebhookReceiver
let app: TestApp
let main: SignedIn
beforeAll(async () => {
  receiver = await webhookReceiver()
  app = await testApp({ webhooks: receiver.outward })
  await work(app)
})
beforeEach(async () => {
  main = await makeAccount(app, { role: '3' })
  receiver.told.length = 0
  receiver.answer = answers(204)
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const given = (traits: Partial<InputOf<typeof addWebhook>> = {}) => ({
  name: '医院 HIS',
  url: `${receiver.origin}/events`,
  events: [...WEBHOOK_EVENTS],
  active: true,
  ...traits,
})
const add = (traits: Partial<InputOf<typeof addWebhook>> = {}) =>
  succeed(app, addWebhook, given(traits), main)
const logOf = async (webhook_id: string) =>
  (await succeed(app, listWebhookDeliveries, { webhook_id }, main)).rows
const tell = (webhook_id: string) => succeed(app, testWebhook, { webhook_id }, main)
const sent = (webhook_id: string, count: number) =>
  expect
    .poll(async () => (await logOf(webhook_id)).filter(({ state }) => state === 'sent').length)
    .toBe(count)

test('an institution has ten, and an eleventh one once one is removed', async () => {
  const made = []
  for (let n = 0; n < WEBHOOKS.most; n++) made.push(await add({ name: `系统${n}` }))
  const refused = await app.call(addWebhook, given(), { token: main.token })
  expect(refused.error_code).toBe(ERROR.limitReached)
  // Those that come at once are counted too.
  await succeed(app, deleteWebhook, { webhook_id: made[0]?.webhook_id ?? '' }, main)
  const both = await Promise.all(
    [1, 2].map(() => app.call(addWebhook, given(), { token: main.token })),
  )
  expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, ERROR.limitReached].sort())
  expect((await succeed(app, listWebhooks, {}, main)).rows).toHaveLength(WEBHOOKS.most)
  const other = await makeAccount(app, { role: '3' })
  await succeed(app, addWebhook, given(), other)
})

test('what waits for an address that is away rests, and costs no try', async () => {
  // Nobody listens there.
  const away = { ...receiver.outward, privateOrigins: ['https://127.0.0.1:9'] }
  const other = await testApp({ webhooks: away })
  try {
    await work(other)
    const owner = await makeAccount(other, { role: '3' })
    const { webhook_id } = await succeed(
      other,
      addWebhook,
      given({ url: 'https://127.0.0.1:9/' }),
      owner,
    )
    const log = async () =>
      (await succeed(other, listWebhookDeliveries, { webhook_id }, owner)).rows
    await signedReport(other, owner, { ad_card_number: 'AWAY-1' })
    await expect.poll(async () => (await log())[0]?.tries).toBe(1)
    const [first] = await log()
    expect(first).toMatchObject({ state: 'waiting', status: null })
    await signedReport(other, owner, { ad_card_number: 'AWAY-2' })
    const rests = async () =>
      (await log()).find(({ delivery_id }) => delivery_id !== first?.delivery_id)
    await expect.poll(async () => (await rests())?.reason).toBe(first?.reason)
    expect(await rests()).toMatchObject({ state: 'waiting', tries: 0 })
    expect((await rests())?.next_at).not.toBeNull()
  } finally {
    await other.close()
  }
})

test('what was told is forgotten after thirty days, and what waits is not', async () => {
  const { webhook_id } = await add()
  await tell(webhook_id)
  await sent(webhook_id, 1)
  receiver.answer = answers(500)
  await tell(webhook_id)
  await expect.poll(async () => (await logOf(webhook_id))[0]?.tries).toBe(1)
  const forget = async () => {
    for (const duty of webhookDuties) await duty.run(app.context)
  }
  const days = (count: number) => app.advance(count * 86_400)
  days(WEBHOOKS.keptDays - 1)
  await forget()
  main = await again(main)
  expect((await logOf(webhook_id)).map(({ state }) => state)).toEqual(['waiting', 'sent'])
  days(2)
  await forget()
  main = await again(main)
  expect((await logOf(webhook_id)).map(({ state }) => state)).toEqual(['waiting'])
})

/** Which of these secrets the last event is signed with. */
function signedWith(...secrets: string[]): boolean[] {
  const told = receiver.told.at(-1)
  const said = (name: string) => String(told?.headers[`webhook-${name}`])
  const words = `${said('id')}.${said('timestamp')}.${told?.body ?? ''}`
  const signatures = said('signature').split(' ')
  return secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return signatures.includes(`v1,${createHmac('sha256', key).update(words).digest('base64')}`)
  })
}

test('events are signed with both secrets for a day after a new one, and not where the former ends at once', async () => {
  const { webhook_id, secret: first } = await add()
  const rotate = async (at_once: boolean) =>
    (await succeed(app, rotateWebhook, { webhook_id, at_once }, main)).secret
  const second = await rotate(false)
  const shown = async () => (await succeed(app, listWebhooks, {}, main)).rows[0]?.overlap_until
  expect(await shown()).not.toBeNull()
  await tell(webhook_id)
  await sent(webhook_id, 1)
  expect(signedWith(first, second)).toEqual([true, true])
  app.advance(86_400)
  main = await again(main)
  await tell(webhook_id)
  await sent(webhook_id, 2)
  expect(signedWith(first, second)).toEqual([false, true])
  expect(await shown()).toBeNull()
  const third = await rotate(true)
  await tell(webhook_id)
  await sent(webhook_id, 3)
  expect(signedWith(second, third)).toEqual([false, true])
})

test('a secret is sealed anew with new keys, and signs as before', async () => {
  const { webhook_id, secret } = await add()
  await tell(webhook_id)
  await sent(webhook_id, 1)
  const sealed = async () =>
    withFullRights(app.context.config.databaseUrl, async (client) => {
      const asked = 'select secret from webhooks where webhook_id = $1'
      const { rows } = await client.query<{ secret: Buffer }>(asked, [webhook_id])
      return rows[0]?.secret.toString('hex')
    })
  const before = await sealed()
  const from = await withProgram(app.context.config, (ctx) =>
    rotateKeys({ ...ctx, now: app.context.now }, false),
  )
  app.advance((from.getTime() - app.context.now().getTime()) / 1000 + 1)
  await app.context.keys.find({ kid: 'none' })
  expect(await finishRotation(app.context)).toBeGreaterThan(0)
  expect(await sealed()).not.toBe(before)
  main = await again(main)
  await tell(webhook_id)
  await sent(webhook_id, 2)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = receiver.told.map(({ headers, body }) => {
    const words = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    return (
      headers['webhook-signature'] ===
      `v1,${createHmac('sha256', key).update(words).digest('base64')}`
    )
  })
  expect(signed).toEqual([true, true])
})
