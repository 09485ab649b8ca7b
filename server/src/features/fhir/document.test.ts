import { createHash } from 'node:crypto'
import { createReport, exportReport, listAudit, SCOPES, voidReport } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asClient, makeClient, type MadeClient } from '../../testing/client-factory.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { fhirFaults, lackOf } from '../../testing/fhir-validators.ts'
import { order } from '../../testing/order-factory.ts'
import { signedReport, type Signed } from '../../testing/report-maker.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { TYPES } from './types.ts'

interface Resource {
  resourceType: string
  id: string
  [name: string]: unknown
}
interface Bundle extends Resource {
  entry: { fullUrl: string; resource: Resource }[]
}

let app: TestApp
let main: SignedIn
let by: SignedIn
let client: MadeClient
let report: Signed
beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
  by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  client = await makeClient(app, main, [...SCOPES])
  report = await signedReport(app, by, { ad_card_number: 'FHIR-DOC' })
  await order(app, by, report.pid)
})
afterAll(() => app.close())

const path = (id: string) => `/fhir/Composition/${id}/$document`
const documentOf = async (id: string) =>
  (await asClient(app, client, path(id))).body as unknown as Bundle

test('every type that is searched, and what is served besides, is valid for the validators of others', async () => {
  for (const { type } of TYPES) {
    const { body } = await asClient(app, client, `/fhir/${type}?_count=100`)
    const bundle = body as unknown as Bundle
    expect(bundle.entry.length).toBeGreaterThan(0)
    expect([type, fhirFaults(bundle)]).toEqual([type, []])
  }
  for (const address of [`Organization/${main.oid ?? ''}`, `Practitioner/${by.uid}`, 'metadata']) {
    const { body } = await asClient(app, client, `/fhir/${address}`)
    expect([address, fhirFaults(body)]).toEqual([address, []])
  }
})

test('a fault is found by these validators', () => {
  const faulty = { resourceType: 'Observation', status: 'done', code: { text: 'x' } }
  expect(fhirFaults(faulty)).not.toEqual([])
  expect(fhirFaults({ resourceType: 'Observation', status: 'final' })).not.toEqual([])
})

test('a document holds all that it refers to, with the PDFs, and is valid', async () => {
  const document = await documentOf(report.report_id)
  const resources = document.entry.map(({ resource }) => resource)
  expect(document).toMatchObject({
    type: 'document',
    identifier: { value: report.report_no },
  })
  expect(resources[0]).toMatchObject({
    resourceType: 'Composition',
    status: 'final',
    section: [
      { text: { div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>定期随访</p></div>' } },
      {},
    ],
  })
  expect(lackOf(document)).toEqual([])
  const [told] = resources.filter(({ resourceType }) => resourceType === 'DiagnosticReport')
  const forms = told?.['presentedForm'] as { data: string; hash: string; size: number }[]
  expect(forms).toHaveLength(2)
  for (const { data, hash, size } of forms) {
    const pdf = Buffer.from(data, 'base64')
    expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
    expect([size, hash]).toEqual([pdf.length, createHash('sha1').update(pdf).digest('base64')])
  }
  expect(fhirFaults(document)).toEqual([])
})

test('it tells of the patient what the report tells, and no number to call', async () => {
  const text = JSON.stringify(await documentOf(report.report_id))
  expect(text).toContain('FHIR-DOC')
  expect(text).not.toContain('13800138000')
  expect(text).not.toMatch(/"telecom"|"address"/)
})

test('one that was superseded is no document any more, a void one says what it is', async () => {
  const first = await signedReport(app, by, { ad_card_number: 'FHIR-DOC-2' })
  const { pid: patient_id, analysis_id } = first
  const again = {
    uid: by.uid,
    patient_id,
    analysis_id,
    image_index: 0,
    analysis_type: '1' as const,
  }
  const second = await succeed(
    app,
    createReport,
    { ...again, diagnostic_opinion: '另一意见' },
    { token: by.token },
  )
  expect((await asClient(app, client, path(first.report_id))).status).toBe(404)
  const { body } = await asClient(app, client, `/fhir/Composition?patient=${first.pid}`)
  const { entry } = body as unknown as Bundle
  expect(entry.map(({ resource }) => [resource.id, resource['status']])).toEqual([
    [second.report_id, 'amended'],
  ])
  await succeed(
    app,
    voidReport,
    { report_id: second.report_id, reason: '演示原因' },
    { token: by.token },
  )
  const document = await documentOf(second.report_id)
  const states = document.entry
    .map(({ resource }) => resource)
    .filter(({ resourceType }) => /Composition|DiagnosticReport|Observation/.test(resourceType))
    .map(({ status }) => status)
  expect(new Set(states)).toEqual(new Set(['entered-in-error']))
  expect(fhirFaults(document)).toEqual([])
})

test('one of another institution, or without the scope, is not given', async () => {
  const other = await makeClient(app, await makeAccount(app, { role: '3' }), [...SCOPES])
  expect((await asClient(app, other, path(report.report_id))).status).toBe(404)
  const few = await makeClient(app, main, ['results:read', 'people:read'])
  expect((await asClient(app, few, path(report.report_id))).status).toBe(403)
  for (const odd of ['x', '..%2f..', '0190a5f0-0000-7000-8000-000000000001'])
    expect((await asClient(app, client, path(odd))).status).toBe(404)
})

describe('the same from the page of a report', () => {
  const taken = (report_id: string, { token }: SignedIn = by) =>
    fetch(`${app.url}${exportReport.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ report_id }),
    })
  const refusalOf = async (answer: Response) => {
    expect(answer.headers.get('content-type')).toContain('application/json')
    return ((await answer.json()) as { msg: string }).msg
  }

  test('a clinician saves the document that a client gets, and the log has it', async () => {
    const answer = await taken(report.report_id)
    expect(answer.headers.get('content-type')).toContain('application/fhir+json')
    expect(answer.headers.get('content-disposition')).toContain(`${report.report_no}.json`)
    const document = (await answer.json()) as Bundle
    expect(document).toEqual(await documentOf(report.report_id))
    expect([fhirFaults(document), lackOf(document)]).toEqual([[], []])
    const { rows } = await succeed(app, listAudit, { action: 'report.export' }, main)
    expect(rows).toMatchObject([{ uid: by.uid, pid: report.pid, outcome: 'success' }])
  })

  test('one that does not stand gives no file, and nobody else gets one', async () => {
    const { report_id } = await signedReport(app, by, { ad_card_number: 'FHIR-DOC-3' })
    await succeed(app, voidReport, { report_id, reason: '演示原因' }, by)
    expect(await refusalOf(await taken(report_id))).toBe('报告已作废')
    const other = await makeAccount(app, { role: '3' })
    await refusalOf(await taken(report.report_id, other))
    const { rows } = await succeed(app, listAudit, { action: 'report.export' }, main)
    expect(rows).toHaveLength(1)
  })
})
