import { addDevice, createReport, listAudit, listReceived, setPatient } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photograph } from '../../testing/camera.ts'
import { makeClient } from '../../testing/client-factory.ts'
import {
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
  patientInput,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
let other: SignedIn
let pid: string
let report_id: string
/** Of a client that may read. */
let reads: string
let stores: string
beforeAll(async () => {
  app = await testApp()
  await work(app)
  main = await makeAccount(app, { role: '3' })
  other = await makeAccount(app, { role: '3' })
  const own = { name: '欧阳演示', ad_card_number: 'P-1', birthday: '1960-05-17' } as const
  pid = await makePatient(app, main, own)
  const rid = await makeArchive(app, main, pid, [await drawnPhotograph()])
  const analysis_id = await keepFindings(app, main, { pid, rid })
  const fixed = { analysis_type: '1', image_index: 0, diagnostic_opinion: '定期随访' } as const
  const body = { uid: main.uid, patient_id: pid, analysis_id, ...fixed }
  ;({ report_id } = await succeed(app, createReport, body, main))
  const reader = await makeClient(app, main, ['images:read'])
  reads = reader.token
  const writer = await makeClient(app, main, ['images:write'])
  stores = writer.token
})
afterAll(() => app.close())

type Json = Record<string, { vr: string; Value?: unknown[]; BulkDataURI?: string }>
const base = () => `${app.url}/dicomweb/${main.oid ?? ''}`
const ask = (path: string, token = reads, headers: Record<string, string> = {}) =>
  fetch(`${base()}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
const found = async (path: string, token = reads): Promise<Json[]> => {
  const answered = await ask(path, token)
  expect([path, answered.status]).toEqual([path, 200])
  expect(answered.headers.get('content-type')).toContain('application/dicom+json')
  return (await answered.json()) as Json[]
}
const valueOf = (dataset: Json | undefined, tag: string) => dataset?.[tag]?.Value?.[0]
const bytesOf = async (answered: Response) => Buffer.from(await answered.arrayBuffer())

/** The only study, and its photograph and report. */
async function study() {
  const [row] = await found('/studies')
  const uid = String(valueOf(row, '0020000D'))
  const instances = await found(`/studies/${uid}/instances`)
  const at = (kind: string) => {
    const found = instances.find((instance) => valueOf(instance, '00080060') === kind)
    const [series, instance] = [valueOf(found, '0020000E'), valueOf(found, '00080018')]
    return `/studies/${uid}/series/${String(series)}/instances/${String(instance)}`
  }
  return { row, uid, instances, photograph: at('OP'), report: at('DOC') }
}

describe('a viewer', () => {
  test('finds the study of a sitting, by a client of the institution and by the session of a clinician', async () => {
    for (const token of [reads, main.token]) {
      const [row, more] = await found('/studies', token)
      expect(more).toBeUndefined()
      expect(row).toMatchObject({
        '00080061': { vr: 'CS', Value: ['OP', 'DOC'] },
        '00100010': { Value: [{ Alphabetic: 'OU YANG YAN SHI', Ideographic: '欧阳演示' }] },
        '00100020': { Value: ['P-1'] },
        '00100030': { Value: ['19600517'] },
        '00201208': { Value: [2] },
      })
    }
  })

  test('searches by name, number, day and study, and by pages', async () => {
    const { row, uid } = await study()
    const day = String(valueOf(row, '00080020'))
    const hits = [
      'PatientName=欧阳',
      'PatientName=oyy*&fuzzymatching=true',
      '00100010=欧^阳演示',
      'PatientID=P-1',
      `StudyDate=${day}`,
      'StudyDate=20000101-',
      `StudyDate=-${day}`,
      `StudyInstanceUID=${uid}`,
      'ModalitiesInStudy=OP&includefield=all&limit=1',
    ]
    for (const query of hits)
      expect([query, (await found(`/studies?${encodeURI(query)}`)).length]).toEqual([query, 1])
    const misses = ['PatientName=张', 'PatientID=P', 'StudyDate=-19991231', 'offset=1']
    misses.push('ModalitiesInStudy=CT', 'StudyInstanceUID=1.2.3', 'AccessionNumber=M1')
    for (const query of misses)
      expect([query, (await found(`/studies?${encodeURI(query)}`)).length]).toEqual([query, 0])
    for (const query of ['StudyDate=yesterday', 'limit=-1'])
      expect((await ask(`/studies?${query}`)).status).toBe(400)
  })

  test('finds a patient by another number', async () => {
    const identifiers = [{ kind: 'record' as const, value: 'ZY-7788', issuer: '' }]
    const own = { name: '欧阳演示', ad_card_number: 'P-1', birthday: '1960-05-17', identifiers }
    await succeed(app, setPatient, { ...patientInput(own), pid }, main)
    expect(await found('/studies?PatientID=ZY-7788')).toHaveLength(1)
  })

  test('reads series, instances and metadata, each with addresses that lead on', async () => {
    const { uid, instances } = await study()
    expect(instances).toHaveLength(2)
    const series = await found(`/studies/${uid}/series`)
    expect(series.map((row) => valueOf(row, '00080060')).sort()).toEqual(['DOC', 'OP'])
    expect(series.map((row) => valueOf(row, '00201209'))).toEqual([1, 1])
    const metadata = await found(`/studies/${uid}/metadata`)
    const [picture] = metadata.filter((instance) => valueOf(instance, '00080060') === 'OP')
    expect(picture).toMatchObject({
      '00200062': { vr: 'CS', Value: ['R'] },
      '00280009': { vr: 'AT', Value: ['00181063'] },
      '00080008': { vr: 'CS', Value: ['ORIGINAL', 'PRIMARY'] },
      '0022000A': { vr: 'FL' },
      '00082218': { vr: 'SQ', Value: [{ '00080100': { vr: 'SH', Value: ['5665001'] } }] },
      '00083002': { Value: ['1.2.840.10008.1.2.4.50'] },
    })
    for (const instance of metadata) {
      const tag = valueOf(instance, '00080060') === 'OP' ? '7FE00010' : '00420011'
      const address = instance[tag]?.BulkDataURI ?? ''
      // A viewer has it from its own proxy.
      expect(address).toMatch(/^\/dicomweb\//)
      const bulk = await fetch(`${app.url}${address}`, {
        headers: { authorization: `Bearer ${reads}` },
      })
      expect([tag, bulk.status]).toEqual([tag, 200])
    }
  })

  test('gets the photograph as it is stored: whole, as a frame, drawn, and small', async () => {
    const { photograph: at } = await study()
    const jpeg = await drawnPhotograph()
    const whole = await ask(at, reads, { accept: 'application/dicom' })
    expect(whole.headers.get('content-type')).toBe('application/dicom')
    expect((await bytesOf(whole)).includes(jpeg)).toBe(true)
    const parts = await ask(at, reads, {
      accept: 'multipart/related; type="application/dicom"; transfer-syntax=*',
    })
    expect(parts.headers.get('content-type')).toMatch(
      /^multipart\/related; type="application\/dicom"/,
    )
    expect((await bytesOf(parts)).includes(jpeg)).toBe(true)
    const frame = await ask(`${at}/frames/1`, reads, {
      accept: 'multipart/related; type="image/jpeg"',
    })
    expect((await bytesOf(frame)).includes(jpeg)).toBe(true)
    expect((await ask(`${at}/frames/2`)).status).toBe(404)
    const drawn = await ask(`${at}/rendered`, reads, { accept: 'image/jpeg' })
    expect((await bytesOf(drawn)).equals(jpeg)).toBe(true)
    const small = await ask(`${at}/rendered?viewport=64,64`, reads, { accept: 'image/png' })
    expect(small.headers.get('content-type')).toBe('image/png')
    const thumb = await ask(`${at}/thumbnail`)
    expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const uncompressed = { accept: 'application/dicom; transfer-syntax=1.2.840.10008.1.2.1' }
    expect((await ask(at, reads, uncompressed)).status).toBe(406)
  })

  test('gets the report as its PDF', async () => {
    const { report } = await study()
    const pdf = await ask(`${report}/rendered`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect((await bytesOf(pdf)).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('of another institution, without a token or without the scope sees nothing, and who reads is on record', async () => {
    const { uid, photograph: at } = await study()
    expect((await ask('/studies', other.token)).status).toBe(404)
    const theirs = `${app.url}/dicomweb/${other.oid ?? ''}`
    const headers = { authorization: `Bearer ${other.token}` }
    expect(await (await fetch(`${theirs}/studies`, { headers })).json()).toEqual([])
    expect((await fetch(`${theirs}${at}/rendered`, { headers })).status).toBe(404)
    expect((await fetch(`${base()}/studies`)).status).toBe(401)
    expect((await ask('/studies', stores)).status).toBe(403)
    expect((await ask('/studies', 'no-token')).status).toBe(401)
    expect((await ask(`/studies/${uid}9/metadata`)).status).toBe(404)
    const { rows } = await succeed(app, listAudit, { pid }, main)
    expect(rows.some(({ action }) => action === 'dicomweb.read')).toBe(true)
    expect(report_id).not.toBe('')
  })
})

describe('a program', () => {
  const body = (files: readonly Buffer[]) =>
    Buffer.concat([
      ...files.flatMap((file) => [
        Buffer.from('--frontier\r\nContent-Type: application/dicom\r\n\r\n'),
        file,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--frontier--\r\n'),
    ])
  const store = (files: readonly Buffer[], token = stores, query = '') =>
    fetch(`${base()}/studies${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/related; type="application/dicom"; boundary=frontier',
      },
      body: new Uint8Array(body(files)),
    })

  test('stores files into the inbox as those of a registered device, and is told of each', async () => {
    expect((await store([photograph()])).status).toBe(409)
    const device = { name: '扫描仪', addresses: ['127.0.0.1'], collect_device: '-' }
    const add = (ae_title: string) =>
      succeed(app, addDevice, { ...device, ae_title, modality: 'fundus', img_type: 1 }, main)
    await add('SCANNER')
    const said = { charset: 'ISO_IR 192', number: 'P-9', day: '20240301', eye: 'R' }
    const file = photograph(said)
    const answered = await store([file, file, Buffer.from('no file')])
    expect(answered.status).toBe(202)
    const outcome = (await answered.json()) as Json
    expect(outcome['00081199']?.Value).toHaveLength(2)
    expect(outcome['00081198']?.Value).toMatchObject([{ '00081197': { Value: [0xc000] } }])
    const rows = async () => (await succeed(app, listReceived, {}, main)).rows
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['waiting'])
    expect(await rows()).toMatchObject([{ source: '扫描仪', said: { number: 'P-9' } }])
    await add('SECOND')
    expect((await store([file])).status).toBe(409)
    expect((await store([file], stores, '?device=SECOND')).status).toBe(200)
    const ct = photograph({ sopClass: '1.2.840.10008.5.1.4.1.1.2' })
    expect((await store([ct], stores, '?device=SCANNER')).status).toBe(409)
    expect((await store([file], reads)).status).toBe(403)
  })
})
