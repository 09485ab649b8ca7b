import { createReport, exportPatient } from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeArchive, makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { fhirFaults, lackOf } from '../../testing/fhir-validators.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { keepAnalysis } from '../analyses/keep.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const asked = (by: SignedIn, pid: string) =>
  fetch(`${app.url}${exportPatient.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pid }),
  })

test('a patient goes out with a page, reports, images and data, and nobody of another institution', async () => {
  const by = await makeAccount(app, { role: '4' })
  const pid = await makePatient(app, by, { name: '王芳', address: '<b>1</b>' })
  const rid = await makeArchive(app, by, pid)
  const [oid, uid, analysis_record_id] = [by.oid ?? '', by.uid, newId()]
  const outcome = { image_index: 0, findings: SAMPLE_FINDINGS, overlays: [], error: null }
  const analysis = { analysis_record_id, pid, rid, modality: 'fundus', requested_by: uid } as const
  await withInstitution(app.context.db, oid, (trx) => keepAnalysis(trx, oid, analysis, [outcome]))
  const of = { analysis_type: '1', patient_id: pid, uid, image_index: 0 } as const
  const said = { ...of, analysis_id: analysis_record_id, diagnostic_opinion: '随访' }
  const { report_no } = await succeed(app, createReport, said, { token: by.token })

  const answered = await asked(by, pid)
  expect(answered.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await answered.arrayBuffer()))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const image = `images/2024-03-01-fundus-${rid.slice(-8)}/1.jpg`
  expect(Object.keys(files).sort()).toEqual(
    ['fhir.json', image, 'index.html', 'patient.json', `reports/${report_no}.pdf`].sort(),
  )
  expect(text(`reports/${report_no}.pdf`).slice(0, 5)).toBe('%PDF-')
  const page = text('index.html')
  expect(page).toContain('&lt;b&gt;1')
  for (const link of page.matchAll(/(?:href|src)="([^"]+)"/g))
    expect(Object.keys(files)).toContain(link[1])
  expect(JSON.parse(text('patient.json'))).toMatchObject({
    patient: { name: '王芳' },
    sittings: [{ sitting: rid, images: [{ file: image, original: null }] }],
    reports: [{ report_no, state: 'signed', opinion: '随访' }],
  })
  const bundle = JSON.parse(text('fhir.json')) as Parameters<typeof lackOf>[0]
  const types = new Set(bundle.entry.map(({ resource }) => resource.resourceType))
  expect([...types]).toEqual(expect.arrayContaining(['Patient', 'DiagnosticReport', 'Observation']))
  expect([lackOf(bundle), fhirFaults(bundle)]).toEqual([[], []])

  const log = await app.context.db
    .selectFrom('audit_log')
    .select('pid')
    .where('uid', '=', by.uid)
    .where('action', '=', 'patient.export')
    .execute()
  expect(log).toEqual([{ pid }])

  const stranger = await makeAccount(app, { role: '3' })
  const refused = await asked(stranger, pid)
  expect(refused.headers.get('content-type')).toContain('application/json')
  expect(((await refused.json()) as { error_code: number }).error_code).not.toBe(0)
})
