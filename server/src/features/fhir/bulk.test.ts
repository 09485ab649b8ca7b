import { deletePatient, listAudit, revokeClient, SCOPES, setClient } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  asClient,
  makeClient,
  type ApiAnswer,
  type MadeClient,
} from '../../testing/client-factory.ts'
import { makePatient, work } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { fhirFaults, lackOf } from '../../testing/fhir-validators.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { order } from '../../testing/order-factory.ts'
import { signedReport, type Signed } from '../../testing/report-maker.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { bulkDuties } from './bulk-files.ts'
import { STEPS } from './steps.ts'

interface House {
  main: SignedIn
  client: MadeClient
  report: Signed
}
interface Manifest {
  transactionTime: string
  request: string
  requiresAccessToken: boolean
  output: { type: string; url: string; count: number }[]
}
interface Resource {
  resourceType: string
  id: string
}

let app: TestApp
let ours: House
let theirs: House
beforeAll(async () => {
  app = await testApp()
  await work(app)
  ours = await house('BULK-OURS')
  theirs = await house('BULK-THEIRS')
})
afterAll(() => app.close())

async function house(ad_card_number: string): Promise<House> {
  const main = await makeAccount(app, { role: '3' })
  const by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  const report = await signedReport(app, by, { ad_card_number })
  await order(app, by, report.pid)
  await makePatient(app, by, { ad_card_number: `${ad_card_number}-2` })
  return { main, report, client: await makeClient(app, main, [...SCOPES]) }
}

const get = (path: string, by: MadeClient = ours.client, method = 'GET') =>
  asClient(app, by, path.replace(app.context.config.publicUrl, ''), { method })
const kickOff = (query = '', by: House = ours) =>
  get(`/fhir/Group/${by.main.oid ?? ''}/$export${query}`, by.client)
const placeOf = ({ status, headers }: ApiAnswer) => {
  expect(status).toBe(202)
  return headers.get('content-location') ?? ''
}
async function manifestOf(place: string, by: MadeClient = ours.client): Promise<Manifest> {
  await expect.poll(async () => (await get(place, by)).status).not.toBe(202)
  const { status, body } = await get(place, by)
  expect([status, body['requiresAccessToken']]).toEqual([200, true])
  return body as unknown as Manifest
}
async function linesOf({ output }: Manifest): Promise<Resource[]> {
  const found: Resource[] = []
  for (const { url, type, count } of output) {
    const { status, text, headers } = await get(url)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/fhir+ndjson'])
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Resource)
    expect([lines.length, new Set(lines.map((line) => line.resourceType))]).toEqual([
      count,
      new Set([type]),
    ])
    found.push(...lines)
  }
  return found
}
const remove = async (place: string) =>
  expect((await get(place, ours.client, 'DELETE')).status).toBe(202)

test('an institution comes as files with all that they refer to, valid, and of nobody else', async () => {
  const place = placeOf(await kickOff())
  const manifest = await manifestOf(place)
  expect(manifest.request).toMatch(/\/fhir\/Group\/.+\/\$export$/)
  expect(manifest.output.map(({ type }) => type)).toEqual(STEPS.map(({ type }) => type))
  const resources = await linesOf(manifest)
  expect(lackOf({ entry: resources.map((resource) => ({ resource })) })).toEqual([])
  expect(resources.flatMap((resource) => fhirFaults(resource))).toEqual([])
  const text = JSON.stringify(resources)
  expect(text).toMatch(/BULK-OURS-2/)
  expect(text).not.toContain('BULK-THEIRS')
  const { rows } = await succeed(app, listAudit, { action: 'client.export' }, ours.main)
  expect(rows).toMatchObject([{ uid: ours.client.client_id, outcome: 'success' }])
  await remove(place)
  for (const gone of [place, manifest.output[0]?.url ?? ''])
    expect((await get(gone)).status).toBe(404)
  const left: string[] = []
  for await (const { key } of app.context.files.list('fhir-exports/')) left.push(key)
  expect(left).toEqual([])
})

test('of named types, and of what changed since, there is no more, and what is wrong is refused', async () => {
  const place = placeOf(await kickOff('?_type=Patient,DiagnosticReport&_outputFormat=ndjson'))
  const manifest = await manifestOf(place)
  expect(manifest.output.map(({ type }) => type)).toEqual(['Patient', 'DiagnosticReport'])
  await remove(place)
  const later = placeOf(await kickOff(`?_since=${new Date(Date.now() + 60_000).toISOString()}`))
  expect((await manifestOf(later)).output).toEqual([])
  await remove(later)
  for (const odd of ['?_type=Account', '?_since=soon', '?_outputFormat=csv'])
    expect([odd, (await kickOff(odd)).status]).toEqual([odd, 400])
})

test('nothing of it is reached by another institution, another client or one that was revoked', async () => {
  const place = placeOf(await kickOff('?_type=Patient'))
  const manifest = await manifestOf(place)
  const file = manifest.output[0]?.url ?? ''
  const beside = await makeClient(app, ours.main, [...SCOPES])
  for (const other of [theirs.client, beside])
    for (const path of [place, file])
      for (const method of ['GET', 'DELETE']) {
        if (path === file && method === 'DELETE') continue
        expect([path, (await get(path, other, method)).status]).toEqual([path, 404])
      }
  expect((await get(`/fhir/Group/${ours.main.oid ?? ''}/$export`, theirs.client)).status).toBe(404)
  for (const odd of ['/fhir/bulk/x', `${place}/..%2f..%2fPatient`, `${place}/Observation`])
    expect([odd, (await get(odd)).status]).toEqual([odd, 404])
  const { client_id } = ours.client
  const scopes = ['bulk:read', 'orders:read'] as const
  await succeed(app, setClient, { client_id, name: 'HIS', scopes: [...scopes] }, ours.main)
  expect((await get(file)).status).toBe(403)
  await succeed(app, setClient, { client_id, name: 'HIS', scopes: [...SCOPES] }, ours.main)
  expect((await get(file)).status).toBe(200)
  await succeed(app, revokeClient, { client_id }, ours.main)
  for (const path of [place, file]) expect((await get(path)).status).toBe(401)
  ours.client = beside
})

test('a client needs the scope, and that of each type', async () => {
  const { oid } = ours.main
  const path = `/fhir/Group/${oid ?? ''}/$export`
  const without = SCOPES.filter((scope) => scope !== 'bulk:read')
  expect((await get(path, await makeClient(app, ours.main, without))).status).toBe(403)
  const few = await makeClient(app, ours.main, ['bulk:read', 'people:read'])
  expect((await get(path, few)).status).toBe(403)
  const place = placeOf(await get(`${path}?_type=Patient`, few))
  expect((await manifestOf(place, few)).output).toHaveLength(1)
  expect((await get(place, few, 'DELETE')).status).toBe(202)
})

test('a few are kept, and after a day they are gone, as are patients who were deleted meanwhile', async () => {
  const { oid } = ours.main
  const places: string[] = []
  await withInstitution(app.context.db, oid ?? '', (trx) =>
    trx.deleteFrom('fhir_exports').where('oid', '=', oid).execute(),
  )
  for (let at = 0; at < 3; at++) {
    places.push(placeOf(await kickOff('?_type=Organization')))
    await manifestOf(places[at] ?? '')
  }
  const more = await kickOff('?_type=Organization')
  expect([more.status, more.headers.has('retry-after')]).toEqual([429, true])
  app.advance(25 * 3600)
  const { token } = await signIn(app, ours.main)
  await succeed(app, deletePatient, { pid: ours.report.pid }, { token })
  for (const duty of bulkDuties) await duty.run(app.context)
  const fresh = { ...ours, client: await makeClient(app, { ...ours.main, token }, [...SCOPES]) }
  for (const place of places) expect((await get(place, fresh.client)).status).toBe(404)
  const left: string[] = []
  for await (const { key } of app.context.files.list(`fhir-exports/${oid ?? ''}/`)) left.push(key)
  expect(left).toEqual([])
  const place = placeOf(await kickOff('', fresh))
  const types = (await manifestOf(place, fresh.client)).output.map(({ type }) => type)
  expect(types).not.toContain('DiagnosticReport')
})
