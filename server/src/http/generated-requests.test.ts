import { addDevice, createReport, SCOPES } from '@mingmou/contract'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../features/api/routes.ts'
import { TYPES } from '../features/fhir/types.ts'
import { photograph } from '../testing/camera.ts'
import { makeClient } from '../testing/client-factory.ts'
import {
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
} from '../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../testing/factories.ts'
import { bodiesOf } from '../testing/generated-bodies.ts'
import { order } from '../testing/order-factory.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

/**
 * Sends requests that nobody would to each address for programs of a hospital, with ids of two institutions in every
 * place, and looks for faults, long refusals and words of the other institution.
 * `REQUESTS=10000 npx vitest run --project server generated-requests` sends that many to each.
 */

const REQUESTS = Number(process.env['REQUESTS'] ?? 20)
const SEED = Number(process.env['SEED'] ?? 20261126)
const LARGEST_REFUSAL = 64 * 1024
/** Stands in every record of the other institution. */
const OTHERS = '别院'

interface Made {
  main: SignedIn
  token: string
  ids: string[]
}

let app: TestApp
let own: Made
let other: Made
beforeAll(async () => {
  app = await testApp({ logLevel: 'silent', bodyMs: 3_600_000, callsPerMinute: 1_000_000 })
  own = await fill('本院', 'OWN')
  other = await fill(OTHERS, 'ELSE')
})
afterAll(() => app.close())

/** An institution with a patient, an order, a device, a sitting, a report and a client that may do everything. */
async function fill(word: string, number: string): Promise<Made> {
  const main = await makeAccount(app, { role: '3' })
  const oid = main.oid ?? ''
  const pid = await makePatient(app, main, { name: `${word}患者`, ad_card_number: `${number}-1` })
  const rid = await makeArchive(app, main, pid, [await drawnPhotograph()])
  const analysis_id = await keepFindings(app, main, { pid, rid })
  const fixed = { analysis_type: '1', image_index: 0, diagnostic_opinion: `${word}意见` } as const
  const body = { uid: main.uid, patient_id: pid, analysis_id, ...fixed }
  const { report_id, report_no } = await succeed(app, createReport, body, main)
  const { order_id, accession } = await order(app, main, pid)
  const title = `${number}CAM`
  const device = { ae_title: title, addresses: ['127.0.0.1'], collect_device: '-' }
  const kind = { modality: 'fundus', img_type: 1 } as const
  await succeed(app, addDevice, { name: `${word}相机`, ...device, ...kind }, main)
  const { token } = await makeClient(app, main, [...SCOPES], { name: `${word}系统` })
  const headers = { authorization: `Bearer ${token}` }
  const answered = await fetch(`${app.url}/dicomweb/${oid}/studies`, { headers })
  const [study] = (await answered.json()) as Record<string, { Value: string[] }>[]
  const uid = study?.['0020000D']?.Value[0] ?? ''
  const ids = [
    ...[oid, main.uid, pid, rid, analysis_id, report_id, report_no, order_id, accession, uid],
    ...[
      `${number}-1`,
      title,
      `${report_id}.zh-CN`,
      `Patient/${pid}`,
      `urn:uuid:${oid}|${number}-1`,
    ],
    ...[`${word}患者`, `${report_id}~${report_id}.0`],
  ]
  return { main, token, ids }
}

const hostileTexts = fc.oneof(
  fc.constantFrom(
    ...[
      '\0',
      'a\0b',
      '',
      ' ',
      '*',
      '%',
      '_',
      "' or 1=1 --",
      '\\',
      '..',
      '../../etc/passwd',
      '{}',
      '[]',
    ],
    ...['-1', '0', '1', '1e9', '999999999999', '1.5', 'NaN', '١٢', '\u202e', '\ufffd', 'null'],
    ...[
      '20240230',
      '20239999',
      '0000-00-00',
      '0000-01-01',
      '00000101',
      'ge0000-01-01',
      '00000000',
      '20240101-',
      '-',
      '9999-12-31',
      'ge2024-02-30',
    ],
    ...[
      'eq9999-12-31T23:59:59+14:00',
      'ge0001-01-01',
      'lt2024-01-01T00:00:60Z',
      '2024-01-01T00:00Z',
    ],
    ...[
      'application/dicom+json',
      'xml',
      'image/png',
      'final',
      'final,amended',
      'x|y|z',
      '|',
      'OP',
      '8192,8192',
    ],
    ...['a'.repeat(1500), '眼'.repeat(500), '1.2.'.repeat(300)],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

/** What addresses are asked for, of all three ways together. */
const NAMES = [
  ...TYPES.flatMap(({ parameters }) => [...parameters]),
  ...['_id', '_count', '_cursor', '_format', '_lastUpdated', '_include', '_sort', '_total'],
  ...['limit', 'offset', 'cursor', 'day', 'state', 'placer_number', 'lang', 'device', 'accept'],
  ...['PatientName', 'PatientID', 'StudyDate', 'StudyInstanceUID', 'AccessionNumber', 'viewport'],
  ...[
    'ModalitiesInStudy',
    'Modality',
    'SeriesInstanceUID',
    '00100010',
    'includefield',
    '__proto__',
  ],
]

const MEDIA = ['*/*', 'application/json', 'application/fhir+json', 'application/fhir+xml']
const DICOM_MEDIA = [
  ...['application/dicom', 'image/png', 'multipart/related; type="image/jpeg"; transfer-syntax=*'],
  ...['multipart/related; type="application/dicom"; transfer-syntax=1.2.840.10008.1.2'],
]
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/related; type="application/dicom"; boundary=b'

type Body = { type: string; bytes: string | Buffer }

const parts = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.nat(400).map((length) => photograph().subarray(0, length)),
      fc.constant(Buffer.from('--b--\r\n--b\r\n\r\n')),
    ),
    { maxLength: 5 },
  )
  .map((files) =>
    Buffer.concat([
      ...files.flatMap((file) => [
        Buffer.from('--b\r\nContent-Type: x\r\n\r\n'),
        file,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--b--'),
    ]),
  )

interface Sent {
  method: string
  path: string
  token: string
  accept: string
  key: string | null
  body: Body
}

const methods = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'HEAD', 'DELETE')

function requestsTo(route: string): Arbitrary<Sent> {
  const texts = fc.oneof(fc.constantFrom(...own.ids, ...other.ids), hostileTexts)
  const query = fc
    .array(fc.tuple(fc.constantFrom(...NAMES), texts), { maxLength: 4 })
    .map((pairs) => new URLSearchParams(pairs).toString())
  const params = fc.array(texts, { minLength: 5, maxLength: 5 })
  const ofRoute = OPERATIONS.filter(({ path }) => `/api/v1${path}` === route)
  const json = fc
    .oneof(...ofRoute.map(({ body }) => bodiesOf(body, pool())), fc.jsonValue({ maxDepth: 3 }))
    .map((body) => ({ type: JSON_TYPE, bytes: JSON.stringify(body) }))
  const forms = fc
    .tuple(query, fc.constantFrom('', 'grant_type=client_credentials&'))
    .map(([text, before]) => ({ type: FORM, bytes: before + text }))
  const body = fc.oneof<Arbitrary<Body>[]>(
    ...[json, json, forms, parts.map((bytes) => ({ type: PARTS, bytes }))],
    fc.constantFrom<Body>(
      ...[
        { type: 'text/xml', bytes: '<a/>' },
        { type: PARTS, bytes: '' },
        { type: JSON_TYPE, bytes: '{"a":' },
      ],
    ),
  )
  return fc
    .record({
      method: methods,
      params,
      query,
      body,
      token: fc.constantFrom(own.token, own.token, own.token, own.main.token, 'none'),
      accept: fc.constantFrom(...MEDIA, ...DICOM_MEDIA),
      key: fc.option(fc.constantFrom('k', 'k2', '\u00e9', 'x'.repeat(200))),
    })
    .map(({ params: values, query: asked, ...sent }) => {
      // An institution of one's own is there half of the time: else nothing is reached.
      const at = route.replaceAll(/:(\w+)/g, (_, name: string) => {
        const value = values.shift() ?? ''
        const isOwn = name === 'institution' && value.length % 2 === 0
        return encodeURIComponent(isOwn ? (own.main.oid ?? '') : value)
      })
      return { ...sent, path: `${at}?${asked}` }
    })
}

const pool = () => ({ number: own.ids[10] ?? '', accession: own.ids[8] ?? '' })

let asked = 0
/** Each from an address of its own: the limits of an address are tested elsewhere. */
const address = () => `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`

async function send({ method, path, token, accept, key, body }: Sent): Promise<void> {
  const hasBody = method === 'POST' || method === 'PUT'
  const answered = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept,
      'x-forwarded-for': address(),
      ...(hasBody && { 'content-type': body.type }),
      ...(key !== null && { 'idempotency-key': key }),
    },
    ...(hasBody && {
      body: typeof body.bytes === 'string' ? body.bytes : new Uint8Array(body.bytes),
    }),
  })
  const bytes = Buffer.from(await answered.arrayBuffer())
  expect(answered.status).not.toBe(500)
  if (answered.status >= 400) expect(bytes.length).toBeLessThan(LARGEST_REFUSAL)
  // What was asked for may be said back; nobody asks for the opinion.
  expect(bytes.includes(`${OTHERS}意见`)).toBe(false)
  if (answered.status < 300) expect(bytes.includes(OTHERS) && !isEcho(path)).toBe(false)
}

/** A search says in its link what it was asked for. */
const isEcho = (path: string) => path.startsWith('/fhir/')

test('every address for programs is sent requests', () => {
  const routes = app.routes().filter((path) => /^\/(api|fhir|dicomweb|oauth)\//.test(path))
  expect(routes.length).toBeGreaterThan(50)
})

test(`answers ${REQUESTS} requests to each address without a fault, in few words, and never of another institution`, async () => {
  const routes = app.routes().filter((path) => /^\/(api|fhir|dicomweb|oauth)\//.test(path))
  for (const [n, route] of routes.entries()) {
    const several = fc.array(requestsTo(route), { minLength: 5, maxLength: 5 })
    const property = fc.asyncProperty(several, async (all) => {
      await Promise.all(all.map(send))
    })
    await fc.assert(property, { numRuns: Math.ceil(REQUESTS / 5), seed: SEED + n })
  }
}, 3_600_000)
