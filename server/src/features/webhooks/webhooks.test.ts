import { createHmac } from 'node:crypto'
import {
  addWebhook,
  createReport,
  deleteWebhook,
  ERROR,
  listWebhookDeliveries,
  listWebhooks,
  sendWebhookAgain,
  setWebhook,
  testWebhook,
  voidReport,
  WEBHOOK_EVENTS,
  type InputOf,
  type WebhookDelivery,
} from '@mingmou/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  analysed,
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
  plainImage,
  work,
} from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { answers, webhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'

let receiver: WebhookReceiver
let app: TestApp
let main: SignedIn
beforeAll(async () => {
  receiver = await webhookReceiver()
  app = await testApp({ webhooks: receiver.outward, publicUrl: 'https://eyes.example' })
  await work(app)
})
beforeEach(async () => {
  main = await makeAccount(app, { role: '3' })
  receiver.told.length = 0
  receiver.answer = answers(204)
})
afterEach(async () => {
  const { rows } = await succeed(app, listWebhooks, {}, main)
  for (const { webhook_id } of rows) await succeed(app, deleteWebhook, { webhook_id }, main)
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
const add = (traits?: Partial<InputOf<typeof addWebhook>>, by = main) =>
  succeed(app, addWebhook, given(traits), by)

const logOf = async (webhook_id: string, by = main): Promise<WebhookDelivery[]> =>
  (await succeed(app, listWebhookDeliveries, { webhook_id }, by)).rows

async function until(
  webhook_id: string,
  fits: (rows: WebhookDelivery[]) => boolean,
): Promise<WebhookDelivery[]> {
  for (;;) {
    const rows = await logOf(webhook_id)
    if (fits(rows)) return rows
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const allSent = (n: number) => (rows: WebhookDelivery[]) =>
  rows.length === n && rows.every(({ state }) => state === 'sent')
const tried = (n: number) => (rows: WebhookDelivery[]) => rows[0]?.tries === n

/** As if the time before the next try were over. */
const tryNow = () =>
  withFullRights(app.context.config.databaseUrl, (client) =>
    client.query(`update jobs set due_at = now() where name = 'webhook'`),
  )

let cards = 77
async function sitting(name = '欧阳演示') {
  const pid = await makePatient(app, main, { name, ad_card_number: `SECRET-${cards++}` })
  const rid = await makeArchive(app, main, pid, [await drawnPhotograph()])
  return { pid, rid, analysis_id: await keepFindings(app, main, { pid, rid }) }
}

function sign(of: { pid: string; analysis_id: string }, diagnostic_opinion = '定期随访') {
  const fixed = { analysis_type: '1', image_index: 0, diagnostic_opinion } as const
  const body = { uid: main.uid, patient_id: of.pid, analysis_id: of.analysis_id, ...fixed }
  return succeed(app, createReport, body, main)
}

const bodies = () => receiver.told.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const idsTold = () => receiver.told.map(({ headers }) => headers['webhook-id'])

test('a signed report is told with the signature of Standard Webhooks, and nothing of the patient', async () => {
  const { webhook_id, secret } = await add()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const of = await sitting()
  const { report_no } = await sign(of)
  const [row] = await until(webhook_id, allSent(1))
  const [told] = receiver.told
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signed,
  } = told?.headers ?? {}
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`${String(id)}.${String(at)}.${told?.body ?? ''}`)
  expect(signed).toBe(`v1,${mac.digest('base64')}`)
  expect(told).toMatchObject({ path: '/events', headers: { 'content-type': 'application/json' } })
  expect(bodies()).toEqual([
    {
      id: row?.event_id,
      type: 'report.signed',
      timestamp: row?.told_at,
      data: {
        sitting: of.rid,
        accession: null,
        report_no,
        url: `https://eyes.example/api/v1/reports/${report_no}`,
      },
    },
  ])
  expect(told?.body).not.toMatch(/SECRET|欧阳/)
  expect(row).toMatchObject({ event_id: id, status: 204, tries: 1, reason: null, next_at: null })
  const { rows } = await succeed(app, listWebhooks, {}, main)
  expect(rows).toMatchObject([{ failing_since: null, fault: null, waiting: 0, failed: 0 }])
  expect(rows[0]?.sent_at).not.toBeNull()
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('an analysed sitting, a report that replaces another and one that is void are told, each where it is wanted', async () => {
  const all = await add()
  const ends = await add({ events: ['report.voided', 'report.superseded'] })
  const pid = await makePatient(app, main)
  const rid = await makeArchive(app, main, pid, [await plainImage()])
  await analysed(app, main, rid)
  const of = await sitting('诸葛演示')
  const first = await sign(of)
  const second = await sign(of, '建议复查')
  await succeed(app, voidReport, { report_id: second.report_id, reason: '演示' }, main)
  await until(all.webhook_id, allSent(5))
  const told = await until(ends.webhook_id, allSent(2))
  expect(told.map(({ type }) => type)).toEqual(['report.voided', 'report.superseded'])
  expect(bodies()).toContainEqual(
    expect.objectContaining({
      type: 'sitting.analysed',
      data: { sitting: rid, accession: null, url: `https://eyes.example/api/v1/results/${rid}` },
    }),
  )
  expect(bodies().filter(({ type }) => type === 'report.superseded')).toMatchObject([
    { data: { report_no: first.report_no, superseded_by: second.report_no } },
    { data: { report_no: first.report_no } },
  ])
  expect(bodies().filter(({ type }) => type === 'report.voided')).toMatchObject([
    { data: { report_no: second.report_no } },
    { data: { report_no: second.report_no } },
  ])
})

test('an error of the receiver is tried again with the same id and body, and says since when it fails', async () => {
  receiver.answer = answers(500)
  const { webhook_id } = await add()
  await sign(await sitting())
  const [failing] = await until(webhook_id, tried(1))
  expect(failing).toMatchObject({ state: 'waiting', status: 500 })
  expect(failing?.reason).toContain('500')
  const listed = async () => (await succeed(app, listWebhooks, {}, main)).rows[0]
  const since = (await listed())?.failing_since
  expect(since).not.toBeNull()
  await tryNow()
  await until(webhook_id, tried(2))
  expect((await listed())?.failing_since).toBe(since)
  receiver.answer = answers(200)
  await tryNow()
  await until(webhook_id, allSent(1))
  expect(new Set(idsTold()).size).toBe(1)
  expect(receiver.told.map(({ body }) => body)).toEqual(Array(3).fill(receiver.told[0]?.body))
  expect(await listed()).toMatchObject({ failing_since: null, fault: null })
})

test('a receiver that says nothing is tried again', async () => {
  receiver.answer = null
  const { webhook_id } = await add()
  await succeed(app, testWebhook, { webhook_id }, main)
  const [silent] = await until(webhook_id, tried(1))
  expect(silent).toMatchObject({ state: 'waiting', status: null })
  expect(silent?.reason).toContain('10')
  receiver.answer = answers(204)
  await tryNow()
  await until(webhook_id, allSent(1))
  expect(new Set(idsTold()).size).toBe(1)
})

test('what failed for a day is failed, and goes again by hand with the same id', async () => {
  receiver.answer = answers(503)
  const { webhook_id } = await add()
  await succeed(app, testWebhook, { webhook_id }, main)
  for (let n = 1; n <= 10; n++) {
    await until(webhook_id, tried(n))
    await tryNow()
  }
  const [failed] = await until(webhook_id, (rows) => rows[0]?.state === 'failed')
  expect(failed).toMatchObject({ tries: 10, next_at: null })
  receiver.answer = answers(204)
  await succeed(app, sendWebhookAgain, { delivery_id: failed?.delivery_id ?? '' }, main)
  await until(webhook_id, allSent(1))
  expect(receiver.told).toHaveLength(11)
  expect(new Set(idsTold()).size).toBe(1)
})

test('a redirect is not followed', async () => {
  receiver.answer = answers(307, { location: `${receiver.origin}/elsewhere` })
  const { webhook_id } = await add()
  await succeed(app, testWebhook, { webhook_id }, main)
  const [row] = await until(webhook_id, tried(1))
  expect(row).toMatchObject({ state: 'waiting', status: 307 })
  expect(receiver.told.map(({ path }) => path)).toEqual(['/events'])
})

test.each(['https://127.0.0.1:9/', 'https://localhost:9/', 'https://[::ffff:10.0.0.1]/'])(
  'an address of a private network is not asked: %s',
  async (url) => {
    const { webhook_id } = await add({ url })
    await succeed(app, testWebhook, { webhook_id }, main)
    const [row] = await until(webhook_id, tried(1))
    expect(row?.reason).toMatch(/内部网络/)
  },
)

test('an address without TLS is not taken', async () => {
  const url = receiver.origin.replace('https', 'http')
  const { error_code } = await app.call(addWebhook, given({ url }), { token: main.token })
  expect(error_code).toBe(ERROR.validation)
})

test('a webhook that is off or deleted gets nothing more, what waits included', async () => {
  receiver.answer = answers(500)
  const off = await add()
  const gone = await add({ url: `${receiver.origin}/gone` })
  await sign(await sitting())
  await until(off.webhook_id, tried(1))
  await until(gone.webhook_id, tried(1))
  receiver.told.length = 0
  receiver.answer = answers(204)
  const { webhook_id } = off
  await succeed(app, setWebhook, { webhook_id, ...given({ active: false }) }, main)
  await succeed(app, deleteWebhook, { webhook_id: gone.webhook_id }, main)
  await tryNow()
  const [row] = await until(webhook_id, (rows) => rows[0]?.state === 'failed')
  expect(row?.reason).toMatch(/停用/)
  await sign(await sitting('司马演示'))
  expect(await logOf(webhook_id)).toHaveLength(1)
  const open = async () => {
    const query = `select from jobs where name = 'webhook' and ended_at is null and data->>'oid' = $1`
    const ran = await withFullRights(app.context.config.databaseUrl, (client) =>
      client.query(query, [main.oid]),
    )
    return ran.rowCount
  }
  while ((await open()) !== 0) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(receiver.told).toEqual([])
  const { error_code } = await app.call(testWebhook, { webhook_id }, { token: main.token })
  expect(error_code).toBe(ERROR.conflict)
})

test('another institution neither sees nor hears of it', async () => {
  const mine = await add()
  const other = await makeAccount(app, { role: '3' })
  const theirs = await add({ url: `${receiver.origin}/theirs` }, other)
  await sign(await sitting())
  const [row] = await until(mine.webhook_id, allSent(1))
  expect(receiver.told.map(({ path }) => path)).toEqual(['/events'])
  expect(await logOf(theirs.webhook_id, other)).toEqual([])
  const asked = { token: other.token }
  const { webhook_id } = mine
  const delivery_id = row?.delivery_id ?? ''
  for (const answered of [
    await app.call(listWebhookDeliveries, { webhook_id }, asked),
    await app.call(sendWebhookAgain, { delivery_id }, asked),
    await app.call(deleteWebhook, { webhook_id }, asked),
    await app.call(testWebhook, { webhook_id }, asked),
  ])
    expect(answered.error_code).toBe(ERROR.notFound)
})
