import { listAudit, revokeClient, SCOPES } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asClient, makeClient, type MadeClient } from '../../testing/client-factory.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { fhirFaults, lackOf } from '../../testing/fhir-validators.ts'
import { order } from '../../testing/order-factory.ts'
import { signedReport, type Signed } from '../../testing/report-maker.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { STEPS } from './steps.ts'

interface Bundle {
  link: { relation: string; url: string }[]
  entry?: { fullUrl: string; resource: { resourceType: string; id: string } }[]
}
interface House {
  main: SignedIn
  client: MadeClient
  report: Signed
}

let app: TestApp
let ours: House
let theirs: House
beforeAll(async () => {
  app = await testApp()
  ours = await house('ALL-OURS')
  theirs = await house('ALL-THEIRS')
})
afterAll(() => app.close())

async function house(ad_card_number: string): Promise<House> {
  const main = await makeAccount(app, { role: '3' })
  const by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  const report = await signedReport(app, by, { ad_card_number })
  await order(app, by, report.pid)
  // Somebody else of the same institution.
  await signedReport(app, by, { ad_card_number: `${ad_card_number}-2`, name: '演示丙' })
  return { main, report, client: await makeClient(app, main, [...SCOPES]) }
}

const address = (pid: string, query = '') => `/fhir/Patient/${pid}/$everything?${query}`

/** All pages, by their links. */
async function pagesOf(path: string, { client } = ours): Promise<Bundle[]> {
  const pages: Bundle[] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, body } = await asClient(app, client, next)
    expect([next, status]).toEqual([next, 200])
    const page = body as unknown as Bundle
    expect(fhirFaults(page)).toEqual([])
    pages.push(page)
    const url = page.link.find(({ relation }) => relation === 'next')?.url
    next = url?.replace(app.context.config.publicUrl, '')
  }
  return pages
}
const entriesOf = (pages: readonly Bundle[]) => pages.flatMap(({ entry = [] }) => entry)
const typesOf = (pages: readonly Bundle[]) =>
  [...new Set(entriesOf(pages).map(({ resource }) => resource.resourceType))].toSorted()

test('everything of a patient comes with all that it refers to, and of nobody else', async () => {
  const pages = await pagesOf(address(ours.report.pid, '_count=100'))
  expect(typesOf(pages)).toEqual(STEPS.map(({ type }) => type).toSorted())
  const entry = entriesOf(pages)
  expect(lackOf({ entry })).toEqual([])
  const text = JSON.stringify(entry)
  expect(text).toContain('"ALL-OURS"')
  expect(text).not.toMatch(/ALL-OURS-2|演示丙|ALL-THEIRS/)
  const log = await succeed(app, listAudit, { action: 'client.read' }, ours.main)
  expect(log.rows[0]).toMatchObject({ pid: ours.report.pid })
})

test('it comes by pages of every size, each resource once', async () => {
  const all = entriesOf(await pagesOf(address(ours.report.pid, '_count=100')))
  for (const count of [1, 4, 7]) {
    const pages = await pagesOf(address(ours.report.pid, `_count=${count}`))
    expect(pages.every(({ entry }) => entry?.length === count)).toBe(all.length % count === 0)
    expect(entriesOf(pages)).toEqual(all)
  }
})

test('of named types, and of what changed since, there is no more than that', async () => {
  const { pid } = ours.report
  const some = await pagesOf(address(pid, '_type=Patient,DiagnosticReport&_type=Device&_count=1'))
  expect(typesOf(some)).toEqual(['Device', 'DiagnosticReport', 'Patient'])
  const later = new Date(Date.now() + 60_000).toISOString()
  expect(entriesOf(await pagesOf(address(pid, `_since=${later}`)))).toEqual([])
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  const all = entriesOf(await pagesOf(address(pid, '_count=100')))
  expect(entriesOf(await pagesOf(address(pid, `_since=${earlier}&_count=100`)))).toEqual(all)
  const nobody = '00000000-0000-7000-8000-000000000000'
  const cursors = ['Patient~x', `Patient~${nobody}.0`, `Media~${nobody}`]
  const wrong = cursors.map((cursor) => `_cursor=${cursor}`)
  for (const odd of ['_type=Account', '_since=soon', '_since=gt2026-01-01', ...wrong])
    expect([odd, (await asClient(app, ours.client, address(pid, odd))).status]).toEqual([odd, 400])
})

test('a client of another institution gets nothing, by id or by the link of a page', async () => {
  const [page] = await pagesOf(address(ours.report.pid, '_count=5'))
  const next = page?.link.find(({ relation }) => relation === 'next')?.url ?? ''
  const link = next.replace(app.context.config.publicUrl, '')
  for (const path of [address(ours.report.pid), link])
    expect((await asClient(app, theirs.client, path)).status).toBe(404)
  // The place in a link is one among the own records.
  const cursor = new URL(next).searchParams.get('_cursor') ?? ''
  const own = await pagesOf(
    address(theirs.report.pid, `_cursor=${encodeURIComponent(cursor)}`),
    theirs,
  )
  expect(JSON.stringify(own)).not.toMatch(/ALL-OURS/)
  for (const odd of ['x', '..%2f..', '0190a5f0-0000-7000-8000-000000000001'])
    expect((await asClient(app, ours.client, address(odd))).status).toBe(404)
})

test('a client that may not read a type is refused, and one that was revoked gets nothing', async () => {
  const { pid } = ours.report
  const few = await makeClient(app, ours.main, ['people:read', 'orders:read'])
  const refused = await asClient(app, few, address(pid))
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    expect.stringContaining('scope="images:read"'),
  ])
  const some = await asClient(app, few, address(pid, '_type=Patient,ServiceRequest'))
  expect(some.status).toBe(200)
  await succeed(app, revokeClient, { client_id: few.client_id }, ours.main)
  const gone = await asClient(app, few, address(pid, '_type=Patient'))
  expect(gone.status).toBe(401)
})
