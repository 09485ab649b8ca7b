import {
  cancelOrder,
  fundusAnalysis,
  fundusArchive,
  maskOf,
  maskSize,
  SCOPES,
  today,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asClient, makeClient, type MadeClient } from '../../testing/client-factory.ts'
import { newPicture } from '../../testing/batch-factory.ts'
import { archiveFields, upload } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { order } from '../../testing/order-factory.ts'
import { signedReport, sitting, type Sitting } from '../../testing/report-maker.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { TYPES } from './types.ts'

const Size = z.object({ width: z.number(), height: z.number() })

let app: TestApp
let main: SignedIn
let client: MadeClient
let theirs: MadeClient
let of: Sitting
beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
  client = await makeClient(app, main, [...SCOPES])
  theirs = await makeClient(app, await makeAccount(app, { role: '3' }), [...SCOPES])
  of = await sitting(app, main)
})
afterAll(() => app.close())

interface Resource {
  resourceType: string
  id: string
  [name: string]: unknown
}
interface Bundle {
  total?: number
  entry?: { resource: Resource }[]
}
const bundle = async (path: string): Promise<Bundle> => {
  const { status, body } = await asClient(app, client, `/fhir/${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}
const rowsOf = async (path: string) =>
  ((await bundle(path)).entry ?? []).map(({ resource }) => resource)

test('a photograph is told with its eye and sitting, and its picture is served to those who may see it', async () => {
  const [row] = await rowsOf(`Media?patient=${of.pid}`)
  const id = `${of.rid}.0`
  const content = {
    contentType: 'image/jpeg',
    url: `${app.context.config.publicUrl}/fhir/Binary/${id}`,
  }
  expect(row).toMatchObject({
    id,
    status: 'completed',
    partOf: [{ reference: `ImagingStudy/${of.rid}` }],
    subject: { reference: `Patient/${of.pid}` },
    content,
  })
  const picture = await fetch(`${app.url}/fhir/Binary/${id}`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await picture.arrayBuffer()).readUInt16BE(0)).toBe(0xffd8)
  const asJson = { headers: { accept: 'application/fhir+json' } }
  const { body } = await asClient(app, client, `/fhir/Binary/${id}`, asJson)
  expect(body).toMatchObject({ resourceType: 'Binary', id, contentType: 'image/jpeg' })

  const lesser = await makeClient(app, main, ['documents:read'])
  expect((await asClient(app, lesser, `/fhir/Binary/${id}`)).status).toBe(403)
  for (const path of [`Binary/${id}`, `Media/${id}`])
    expect([path, (await asClient(app, theirs, `/fhir/${path}`)).status]).toEqual([path, 404])
  for (const nothing of [`${of.rid}.1`, `${of.rid}.00`, `${of.rid}.`, `${of.rid}.0.0`, 'x.0'])
    expect([nothing, (await asClient(app, client, `/fhir/Media/${nothing}`)).status]).toEqual([
      nothing,
      404,
    ])
})

test('the eye that a clinician states is told, and who polls for changes learns of it', async () => {
  const before = new Date().toISOString()
  expect(await rowsOf(`Media?patient=${of.pid}&_lastUpdated=gt${before}`)).toEqual([])
  const stated = { field: 'eye', value: 'OS', reason: '眼别标反', replaces: null } as const
  const body = { analysis_record_id: of.analysis_id, image_index: 0, ...stated }
  await succeed(app, fundusAnalysis.correct, body, main)
  const [row] = await rowsOf(`Media?patient=${of.pid}&_lastUpdated=gt${before}`)
  expect(row?.['bodySite']).toMatchObject({ coding: [{ code: 'OS' }, {}] })
})

test('who polls for changes learns of a photograph that joins a sitting, and of what is drawn', async () => {
  const { pid } = of
  const uploaded = async () => [await upload(app, main, await newPicture())]
  const filed = { pid, ...archiveFields, repeated: [] }
  await succeed(app, fundusArchive.create, { ...filed, files_path: await uploaded() }, main)
  const before = new Date().toISOString()
  const changed = async () =>
    (await rowsOf(`Media?patient=${pid}&_lastUpdated=gt${before}`)).map(({ id }) => id)
  expect(await changed()).toEqual([])
  const joining = { ...filed, files_path: await uploaded(), join: true }
  const { rid } = await succeed(app, fundusArchive.create, joining, main)
  expect(await changed()).toEqual([`${rid}.0`, `${rid}.1`])
  const [photograph] = await rowsOf(`Media?_id=${of.rid}.0`)
  const size = maskSize(Size.parse(photograph))
  const mask = maskOf(size, new Uint8Array(size.width * size.height).fill(255, 0, 99))
  const body = { analysis_record_id: of.analysis_id, image_index: 0, layer: 'disc', mask } as const
  await succeed(app, fundusAnalysis.draw, { ...body, replaces: null }, main)
  expect(await changed()).toContain(`${of.rid}.0`)
})

test('a task tells whether the photographs of an order wait, and where they are', async () => {
  const { pid } = await signedReport(app, main)
  const waiting = await order(app, main, pid, { modality: 'octa' })
  const gone = await order(app, main, pid, { modality: 'surface' })
  const reason = '患者未到'
  await succeed(app, cancelOrder, { order_id: gone.order_id, reason }, main)
  const taken = await order(app, main, pid)
  const files_path = [await upload(app, main, await newPicture())]
  const filed = { pid, ...archiveFields, record_date: today(), files_path, repeated: [] }
  const { rid } = await succeed(app, fundusArchive.create, filed, main)

  const found = async (status: string) =>
    (await rowsOf(`Task?patient=${pid}&status=${status}`)).map(({ id }) => id)
  expect(await found('requested')).toEqual([waiting.order_id])
  expect(await found('completed,cancelled')).toEqual([gone.order_id, taken.order_id])
  expect(await found('nonsense')).toEqual([])
  const [task] = await rowsOf(`Task?_id=${taken.order_id}`)
  expect(task).toMatchObject({
    focus: { reference: `ServiceRequest/${taken.order_id}` },
    output: [{ valueReference: { reference: `ImagingStudy/${rid}` } }],
  })
})

test('an order is found by its number where it fits the rest too', async () => {
  const { pid } = await signedReport(app, main)
  const { accession, order_id } = await order(app, main, pid)
  const found = async (query: string) =>
    (await rowsOf(`ServiceRequest?identifier=${accession}&${query}`)).map(({ id }) => id)
  expect(await found(`patient=${pid}`)).toEqual([order_id])
  expect(await found(`patient=${of.pid}`)).toEqual([])
  expect(await found('_lastUpdated=lt2000-01-01')).toEqual([])
})

test('how many there are is said where it is asked for, of all pages', async () => {
  await signedReport(app, main)
  for (const { type, count } of TYPES) {
    const all = (await rowsOf(`${type}?_count=100`)).length
    expect(all).toBeGreaterThan(1)
    const total = count === null ? undefined : all
    for (const way of ['accurate', 'estimate'])
      expect([type, (await bundle(`${type}?_count=1&_total=${way}`)).total]).toEqual([type, total])
    expect([type, 'total' in (await bundle(`${type}?_total=none`))]).toEqual([type, false])
    expect((await asClient(app, client, `/fhir/${type}?_total=many`)).status).toBe(400)
  }
  const nobody = '00000000-0000-7000-8000-000000000000'
  expect((await bundle(`Patient?_id=${nobody}&_total=accurate`)).total).toBe(0)
})
