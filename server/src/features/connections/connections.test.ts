import {
  addDestination,
  addDevice,
  addWebhook,
  listAudit,
  listConnections,
  revokeClient,
  setWebhook,
  testWebhook,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  hasDcmtk,
  photograph,
  receivingApp,
  registerCamera,
  sendFiles,
} from '../../testing/camera.ts'
import { asClient, makeClient } from '../../testing/client-factory.ts'
import { work } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { hl7App, messageOf, registerSystem, sendMessage } from '../../testing/hl7-system.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { SOURCES } from './sources.ts'

let receiving: Awaited<ReturnType<typeof receivingApp>>
let app: TestApp
let main: SignedIn
beforeAll(async () => {
  receiving = await receivingApp()
  ;({ app } = receiving)
  await work(app)
})
afterAll(() => receiving.close())
beforeEach(async () => {
  main = await makeAccount(app, { role: '3' })
})

const rows = async (by = main) => (await succeed(app, listConnections, {}, by)).rows

const dicom: Omit<InputOf<typeof addDestination>, 'name'> = {
  kind: 'dicom',
  host: '127.0.0.1',
  port: 1,
  called_title: 'PACS',
  calling_title: 'US',
  photographs: false,
  active: true,
}
const camera: Omit<InputOf<typeof addDevice>, 'name'> = {
  ae_title: 'EYE',
  addresses: ['10.1.0.0/16'],
  modality: 'fundus',
  collect_device: 'Topcon',
  img_type: 1,
}
const hook: Omit<InputOf<typeof addWebhook>, 'name'> = {
  url: 'https://10.1.2.3/e',
  events: ['report.signed'],
  active: true,
}

test('an institution without any has none, and a new one of each says what to do first', async () => {
  expect(await rows()).toEqual([])
  await succeed(app, addDevice, { name: '一楼相机', ...camera }, main)
  await succeed(app, addDestination, { name: '医院 PACS', ...dicom }, main)
  const { client_id } = await makeClient(app, main, ['people:read'])
  await succeed(app, addWebhook, { name: '停用', ...hook, active: false }, main)
  expect(
    (await rows()).map(({ kind, state, task, last_at }) => [kind, state, task, last_at]),
  ).toEqual([
    ['webhook', 'off', 'webhook_off', null],
    ['device', 'quiet', 'device_set_up', null],
    ['destination', 'quiet', 'destination_try', null],
    ['client', 'quiet', 'client_call', null],
  ])
  const used = await makeClient(app, main, ['people:read'])
  await asClient(app, used, '/api/v1/client')
  await succeed(app, revokeClient, { client_id }, main)
  const clients = (await rows()).filter(({ kind }) => kind === 'client')
  expect(clients).toMatchObject([{ id: used.client_id, state: 'well', task: null }])
  const { rows: log } = await succeed(app, listAudit, { action: 'connection.list' }, main)
  expect(log[0]).toMatchObject({ uid: main.uid, outcome: 'success' })
})

test('what fails stands first, with its words, since when and how much waits', async () => {
  await makeClient(app, main, ['people:read'])
  const { webhook_id } = await succeed(app, addWebhook, { name: '医院 HIS', ...hook }, main)
  await succeed(app, testWebhook, { webhook_id }, main)
  await expect.poll(async () => (await rows())[0]?.state).toBe('failing')
  const [failing] = await rows()
  expect(failing).toMatchObject({ id: webhook_id, task: 'webhook_mend', device_fault: null })
  expect(failing?.fault).toContain('内部网络')
  expect(failing?.failing_since).not.toBeNull()
  await succeed(app, setWebhook, { webhook_id, name: '医院 HIS', ...hook, active: false }, main)
  expect((await rows())[0]).toMatchObject({ state: 'off', fault: null, failing_since: null })
})

describe.runIf(hasDcmtk)('a camera', () => {
  test('fails since its first fault, until it sends without one, and its files wait', async () => {
    const { title } = await registerCamera(app, main)
    const to = { port: receiving.port, title }
    const allowed = (storage_limit_mb: number) =>
      app.context.db
        .updateTable('institutions')
        .set({ storage_limit_mb, stored_bytes: '1048576' })
        .where('oid', '=', main.oid)
        .execute()
    const failed = async () => {
      await sendFiles(to, [photograph()])
      const [row] = await rows()
      expect(row).toMatchObject({ state: 'failing', device_fault: 'full', task: 'device_mend' })
      return row?.failing_since
    }
    await allowed(1)
    const since = await failed()
    app.advance(60)
    expect(await failed()).toBe(since)
    app.advance(-60)
    await allowed(100)
    await sendFiles(to, [photograph({ number: 'NOBODY-1' })])
    await expect
      .poll(async () => (await rows())[0])
      .toMatchObject({ state: 'attention', task: 'device_file', waiting: 1, device_fault: null })
  })
})

test('a system that sends by HL7 says what its messages wait for, and what it was refused for', async () => {
  const { app: hospital, port, close } = await hl7App()
  try {
    const by = await makeAccount(hospital, { role: '3' })
    const { facility } = await registerSystem(hospital, by)
    const listed = async () => {
      const { rows: all } = await succeed(hospital, listConnections, {}, by)
      return all.map((row) => [row.kind, row.state, row.task, row.hl7_fault, row.waiting])
    }
    expect(await listed()).toEqual([['hl7', 'quiet', 'hl7_set_up', null, 0]])
    const { ack } = await sendMessage(port, messageOf({ facility }, 'ADT^A04', 'PID|||'))
    expect(ack).toBe('AE')
    expect(await listed()).toEqual([['hl7', 'attention', 'hl7_settle', null, 1]])
    await sendMessage(port, messageOf({ facility }, 'DFT^P03', 'PID|||'))
    expect(await listed()).toEqual([['hl7', 'failing', 'hl7_mend', 'unsupported', 1]])
  } finally {
    await close()
  }
})

test('the number of queries does not grow with what is connected, and nobody else sees it', async () => {
  const oid = main.oid ?? ''
  const count = async () => {
    let queries = 0
    const counted = app.context.db.withPlugin({
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    await withInstitution(counted, oid, async (trx) => {
      const asked = {
        trx,
        oid,
        now: app.context.now(),
        language: 'en',
        endings: new Map(),
      } as const
      for (const source of SOURCES) await source(asked)
    })
    return queries
  }
  const none = await count()
  for (const name of ['a', 'b', 'c']) {
    await succeed(app, addDestination, { name, ...dicom }, main)
    await succeed(app, addWebhook, { name, ...hook }, main)
  }
  expect(await count()).toBe(none)
  expect(await rows(await makeAccount(app, { role: '3' }))).toEqual([])
  const nurse = await signIn(app, await addAccount(app, { role: '4', oid }))
  expect((await app.call(listConnections, {}, nurse)).error_code).not.toBe(0)
})
