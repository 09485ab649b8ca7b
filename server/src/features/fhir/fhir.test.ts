import { listAudit, SCOPES, voidReport, type Scope } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asClient, makeClient, type MadeClient } from '../../testing/client-factory.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { order } from '../../testing/order-factory.ts'
import { signedReport, type Signed } from '../../testing/report-maker.ts'
import { fhirPage } from '../../testing/fhir-page.ts'
import { referencesOf } from '../../testing/fhir-validators.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { TYPES } from './types.ts'

interface House {
  main: SignedIn
  by: SignedIn
  client: MadeClient
  number: string
  order_id: string
  report: Signed
}

interface Resource {
  resourceType: string
  id: string
  [name: string]: unknown
}
interface Bundle {
  link: { relation: string; url: string }[]
  entry?: { fullUrl: string; resource: Resource; search: { mode: string } }[]
}

let app: TestApp
let ours: House
let theirs: House
beforeAll(async () => {
  app = await testApp()
  ours = await house('FHIR-OURS')
  theirs = await house('FHIR-THEIRS')
})
afterAll(() => app.close())

async function house(number: string): Promise<House> {
  const main = await makeAccount(app, { role: '3' })
  const by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  const report = await signedReport(app, by, {
    ad_card_number: number,
    name: number === 'FHIR-OURS' ? '演示甲' : '演示乙',
  })
  const { order_id } = await order(app, by, report.pid)
  return { main, by, number, order_id, report, client: await makeClient(app, main, [...SCOPES]) }
}

/** Addresses of answers are those of the public name. */
const local = (url: string) => url.replace(app.context.config.publicUrl, '')
const get = (path: string, by = ours, headers = {}) =>
  asClient(app, by.client, `/fhir/${path}`, { headers })
const read = async (path: string, by = ours) => (await get(path, by)).body as unknown as Resource
const search = async (path: string, by = ours) => (await get(path, by)).body as unknown as Bundle
const rowsOf = ({ entry = [] }: Bundle) => entry.map(({ resource }) => resource)

/** What neither validator sees: two values, a value beside its absence, nulls and empty lists. */
function* faultsOf(value: unknown, at = ''): Generator<string> {
  if (value === null) yield `${at} is null`
  if (Array.isArray(value) && value.length === 0) yield `${at} is empty`
  if (typeof value !== 'object' || value === null) return
  const values = Object.keys(value).filter((name) => /^value[A-Z]/.test(name))
  if (values.length > 1) yield `${at} has ${values.join(' and ')}`
  if (values.length > 0 && 'dataAbsentReason' in value) yield `${at} has a value and none`
  for (const [name, part] of Object.entries(value)) yield* faultsOf(part, `${at}.${name}`)
}

const types = TYPES.map(({ type }) => type)

describe.each(types)('%s', (type) => {
  test('is found, read by its id, and leads to what is there', async () => {
    const rows = rowsOf(await search(type))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows.slice(0, 3)) {
      expect([...faultsOf(row)]).toEqual([])
      expect(row.resourceType).toBe(type)
      expect(row.id).toMatch(/^[A-Za-z0-9\-.]{1,64}$/)
      expect(await read(`${type}/${row.id}`)).toEqual(row)
      for (const target of new Set(referencesOf(row)))
        expect([target, (await get(target)).status]).toEqual([target, 200])
    }
  })

  test('of another institution is not there, by id, search or link', async () => {
    const rows = rowsOf(await search(type, theirs))
    const known = new Set(rowsOf(await search(type)).map(({ id }) => id))
    for (const { id } of rows) {
      expect(known.has(id)).toBe(false)
      expect((await get(`${type}/${id}`)).status).toBe(404)
      expect(rowsOf(await search(`${type}?_id=${id}`))).toEqual([])
    }
    // A device is nobody's, and a patient is searched by other words.
    if (!TYPES.find((listed) => listed.type === type)?.parameters.includes('patient')) return
    expect(rowsOf(await search(`${type}?patient=${theirs.report.pid}`))).toEqual([])
    expect(rowsOf(await search(`${type}?patient.identifier=${theirs.number}`))).toEqual([])
  })

  test('needs its scope', async () => {
    const scope = TYPES.find((listed) => listed.type === type)?.scope as Scope
    const client = await makeClient(
      app,
      await makeAccount(app, { role: '3' }),
      SCOPES.filter((other) => other !== scope),
    )
    const { status, body } = await asClient(app, client, `/fhir/${type}`)
    expect([status, body['resourceType']]).toEqual([403, 'OperationOutcome'])
  })

  test('is searched by POST as by GET, and what is not understood is refused or left out', async () => {
    const answered = await asClient(app, ours.client, `/fhir/${type}/_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '_count=1&nonsense=1',
    })
    expect(rowsOf(answered.body as unknown as Bundle)).toHaveLength(1)
    const strict = await get(`${type}?nonsense=1`, ours, { prefer: 'handling=strict' })
    expect(strict.status).toBe(400)
    const nobody = '00000000-0000-7000-8000-000000000000'
    // A photograph has a place in its sitting, and nothing else has one.
    const odder = type === 'Media' ? nobody : `${nobody}.0`
    for (const odd of [
      '_lastUpdated=soon',
      '_count=many',
      '_cursor=x',
      '_id=%00',
      `_cursor=${odder}`,
    ])
      expect([odd, (await get(`${type}?${odd}`)).status]).toEqual([odd, 400])
    expect((await get(`${type}?_format=xml`)).status).toBe(406)
  })

  test('comes by pages, each once', async () => {
    const all = rowsOf(await search(`${type}?_count=100`)).map(({ id }) => id)
    const found: string[] = []
    let next: string | undefined = `/fhir/${type}?_count=${type === 'Observation' ? 5 : 1}`
    while (next !== undefined) {
      const page = (await asClient(app, ours.client, next)).body as unknown as Bundle
      found.push(...rowsOf(page).map(({ id }) => id))
      const link = page.link.find(({ relation }) => relation === 'next')
      next = link && local(link.url)
    }
    expect(found).toEqual(all)
  })
})

/** What a search may bring along, as the server says it. */
async function includes(): Promise<string[]> {
  const { rest } = (await read('metadata')) as unknown as {
    rest: { resource: { searchInclude?: string[] }[] }[]
  }
  return rest.flatMap(({ resource }) => resource.flatMap(({ searchInclude = [] }) => searchInclude))
}

test('what is found brings along what it refers to, each once, valid, and of nobody else', async () => {
  const all = await includes()
  expect(all).toContain('DiagnosticReport:result')
  for (const include of all) {
    const [type = ''] = include.split(':')
    const { entry = [] } = await search(`${type}?_include=${include}`)
    const along = entry.filter((row) => row.search.mode === 'include')
    // No clinician stated a figure of this report.
    expect([include, along.length > 0]).toEqual([include, include !== 'Observation:performer'])
    for (const { resource, fullUrl } of along) {
      expect([...faultsOf(resource)]).toEqual([])
      expect(await read(local(fullUrl).replace('/fhir/', ''))).toEqual(resource)
    }
    const names = entry.map(({ fullUrl }) => fullUrl)
    expect(new Set(names).size).toBe(names.length)
    // A page has as many matches as without.
    const plain = rowsOf(await search(type))
    expect(entry.filter((row) => row.search.mode === 'match')).toHaveLength(plain.length)
  }
  for (const wrong of ['DiagnosticReport:nonsense', 'Patient:organization', 'result'])
    expect((await get(`DiagnosticReport?_include=${wrong}`)).status).toBe(400)
})

test('what comes along needs the scope of its own type', async () => {
  const scopes = SCOPES.filter((scope) => scope !== 'people:read')
  const client = await makeClient(app, ours.main, scopes)
  const asked = '/fhir/DiagnosticReport?_include=DiagnosticReport:subject'
  expect((await asClient(app, client, asked)).status).toBe(403)
})

test('a patient is found by number, name and birthday, and nobody by half of them', async () => {
  const number = `Patient?identifier=${encodeURIComponent(`urn:uuid:${ours.main.oid ?? ''}|${ours.number}`)}`
  const [patient] = rowsOf(await search(number))
  expect(patient).toMatchObject({ id: ours.report.pid, gender: 'male', birthDate: '1960-05-17' })
  for (const [query, found] of [
    [`name=${encodeURIComponent('演示甲')}&birthdate=1960-05-17`, 1],
    ['birthdate=lt1960-05-17', 0],
    ['birthdate=ge1960-05-17', 1],
    [`identifier=${encodeURIComponent(`urn:other|${ours.number}`)}`, 0],
    ['_lastUpdated=gt2000-01-01', 1],
    ['_lastUpdated=lt2000-01-01', 0],
  ] as const)
    expect([query, rowsOf(await search(`Patient?${query}`)).length]).toEqual([query, found])
})

test('a report leads from number to PDF, and machine and clinician are told apart', async () => {
  const [report] = rowsOf(await search(`DiagnosticReport?patient.identifier=${ours.number}`))
  expect(report).toMatchObject({ status: 'final', conclusion: '定期随访' })
  const forms = report?.['presentedForm'] as { url: string; language: string }[]
  for (const { url } of forms) {
    const pdf = await asClient(app, ours.client, local(url))
    expect(pdf.text.startsWith('%PDF')).toBe(true)
    expect((await asClient(app, theirs.client, local(url))).status).toBe(404)
  }
  const stages = rowsOf(await search('Observation?code=icdr.stage'))
  expect(stages.length).toBeGreaterThan(0)
  for (const stage of stages) {
    expect('valueCodeableConcept' in stage || 'dataAbsentReason' in stage).toBe(true)
    expect(stage).toMatchObject({ device: { reference: `Device/${ours.report.report_id}` } })
  }
})

test('what is void says so, and a known answer is not sent again', async () => {
  const { by, client } = ours
  const { report_id } = await signedReport(app, by, { ad_card_number: 'FHIR-VOID' })
  const path = `/fhir/DiagnosticReport/${report_id}`
  const first = await asClient(app, client, path)
  const etag = first.headers.get('etag') ?? ''
  const again = await asClient(app, client, path, { headers: { 'if-none-match': etag } })
  expect([again.status, again.text]).toEqual([304, ''])
  await succeed(app, voidReport, { report_id, reason: '演示原因' }, { token: by.token })
  const gone = await asClient(app, client, path, { headers: { 'if-none-match': etag } })
  expect(gone.body).toMatchObject({ status: 'entered-in-error' })
  const current = rowsOf(await search('DiagnosticReport?status=final,amended'))
  expect(current.map(({ id }) => id)).not.toContain(report_id)
})

test('anybody may read what is served, and the log has what was read', async () => {
  const answered = await fetch(`${app.url}/fhir/metadata`)
  const { fhirVersion, rest } = (await answered.json()) as {
    fhirVersion: string
    rest: { resource: { type: string }[] }[]
  }
  expect(fhirVersion).toBe('4.0.1')
  expect(rest[0]?.resource.map(({ type }) => type)).toEqual(expect.arrayContaining(types))
  expect((await fetch(`${app.url}/fhir/Patient`)).status).toBe(401)
  const log = await succeed(app, listAudit, { action: 'client.read' }, { token: ours.main.token })
  expect(log.rows[0]).toMatchObject({ name: '医院信息系统', outcome: 'success' })
})

test('the page of the docs has an example of each resource as it is', async () => {
  const { report, client } = ours
  const pick = async (type: string) => {
    const rows = rowsOf(await search(`${type}?patient=${report.pid}`))
    // A report has dozens of observations: the page shows how a stage and a figure are told.
    return type === 'Observation' ? rows.filter((_, at) => at === 0 || at === 4) : rows.slice(0, 1)
  }
  const found = [...rowsOf(await search(`Patient?_id=${report.pid}`))]
  for (const type of types.filter((type) => type !== 'Patient' && type !== 'Device'))
    found.push(...(await pick(type)))
  found.push(await read(`Device/${report.report_id}`))
  found.push(await read(`Organization/${ours.main.oid ?? ''}`))
  found.push(await read(`Practitioner/${ours.by.uid}`))
  const accept = { headers: { accept: 'application/fhir+json' } }
  const binary = await asClient(app, client, `/fhir/Binary/${report.report_id}.en`, accept)
  found.push({ ...(binary.body as unknown as Resource), data: 'JVBERi0xLjMK' })
  const page = fhirPage(found, app.context.config.publicUrl)
  await expect(page).toMatchFileSnapshot('../../../../docs/fhir.md')
})
