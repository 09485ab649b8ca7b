import { randomUUID } from 'node:crypto'
import { listAudit, listOrders, patientInfo, revokeClient, SCOPES, today } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asClient,
  makeClient,
  type ApiAnswer,
  type MadeClient,
} from '../../testing/client-factory.ts'
import { beside } from '../../testing/beside.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { order } from '../../testing/order-factory.ts'
import { signedReport, type Signed } from '../../testing/report-maker.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { OPERATIONS } from './routes.ts'
import { API, type Operation } from './operation.ts'

interface House {
  main: SignedIn
  by: SignedIn
  client: MadeClient
  number: string
  pid: string
  accession: string
  report: Signed
}

let app: TestApp
let ours: House
let theirs: House
beforeAll(async () => {
  app = await testApp()
  ours = await house('OURS')
  theirs = await house('THEIRS')
})
afterAll(() => app.close())

let houses = 0
async function house(number: string): Promise<House> {
  const main = await makeAccount(app, { role: '3' })
  const by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  const report = await signedReport(app, by, { ad_card_number: number })
  const { pid } = report
  // Accession numbers are counted by institution: no two of these are alike.
  await app.context.db
    .updateTable('institutions')
    .set({ orders_made: ++houses * 1000 })
    .where('oid', '=', main.oid ?? '')
    .execute()
  const { accession } = await order(app, by, pid, { modality: 'surface' })
  const client = await makeClient(app, main, [...SCOPES])
  return { main, by, client, number, pid, accession, report }
}

let n = 0
/** The example with numbers of a house. */
function filled({ example, path }: Operation, of: House) {
  const words: Record<string, string> = {
    number: of.number,
    accession: of.accession,
    today: today(),
    fresh: String(++n),
    report_no: of.report.report_no,
    sitting: of.report.rid,
  }
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')
  const params = Object.entries(example.params ?? {})
  const at = params.reduce((to, [name, value]) => to.replace(`:${name}`, fill(value)), path)
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]) => [name, fill(value)]),
  ).toString()
  return {
    path: `${API}${at}${query === '' ? '' : `?${query}`}`,
    ...(example.body && { body: JSON.parse(fill(JSON.stringify(example.body))) as object }),
  }
}

const send = (of: Operation, by: House, with_: House, headers = {}): Promise<ApiAnswer> => {
  const { path, body } = filled(of, with_)
  return asClient(app, by.client, path, { method: of.method, body, headers })
}

const named = OPERATIONS.map((of) => [`${of.method} ${of.path}`, of] as const)

describe.each(named)('%s', (_, of) => {
  test('answers its example', async () => {
    const answered = await send(of, ours, ours)
    expect([answered.status, answered.text.slice(0, 200)]).toEqual([200, expect.any(String)])
  })

  test('reaches nothing of another institution', async () => {
    const { status, text } = await send(of, ours, theirs)
    expect(text).not.toContain(theirs.number === 'THEIRS' ? 'THEIRS' : '')
    const names = Object.keys(of.example.params ?? {}).length > 0 || /orders$/.test(of.path)
    if (names && of.method !== 'GET') expect(status).toBe(404)
    if (Object.keys(of.example.params ?? {}).length > 0) expect(status).toBe(404)
  })

  test('needs its scope', async () => {
    const others = SCOPES.filter((scope) => scope !== of.scope)
    const narrow = await makeClient(app, ours.main, others)
    const { status, headers } = await send(of, { ...ours, client: narrow }, ours)
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toContain(`scope="${of.scope}"`)
    await succeed(app, revokeClient, { client_id: narrow.client_id }, { token: ours.main.token })
  })

  test('says in problem details what is wrong', async () => {
    const { path } = filled(of, ours)
    const hostile = { method: of.method, ...(of.method !== 'GET' && { body: '{"a":' }) }
    const answered = await asClient(app, ours.client, `${path}?limit=%00`, hostile)
    expect(answered.status).toBeLessThan(500)
    if (of.method !== 'GET') {
      expect(answered.status).toBe(400)
      expect(answered.headers.get('content-type')).toContain('application/problem+json')
      expect(answered.body).toMatchObject({ status: 400, type: expect.any(String) as string })
    }
  })
})

const put = (people: unknown[], client = ours.client) =>
  asClient(app, client, `${API}/people`, { method: 'POST', body: { people } })
const person = { name: '演示新患', gender: 1, birthday: '1971-02-03' }

describe('people', () => {
  test('a row waits for somebody who changes its patient, and leaves what they wrote', async () => {
    const pid = await makePatient(app, ours.by, { ad_card_number: 'BESIDE', name: '王芳' })
    const said = { number: 'BESIDE', name: '王芳', gender: 1, birthday: '1960-05-17' }
    const answered = await beside(
      app,
      (client) => client.query(`update patients set address = '新路1号' where pid = $1`, [pid]),
      () => put([{ ...said, phone: '13911112222' }]),
    )
    expect(answered.body).toMatchObject({ rows: [{ outcome: 'updated' }] })
    const info = await succeed(app, patientInfo, { pid }, { token: ours.by.token })
    expect(info).toMatchObject({ phone: '13911112222', address: '新路1号' })
  })

  test('are added, changed and left, each row for itself', async () => {
    const number = `P${Date.now()}`
    const { body } = await put([
      { number, ...person },
      { number, ...person },
      { number, ...person, phone: '13800138001' },
      { number, ...person, name: '别人', birthday: '1980-01-01' },
      { number: 'has blanks', ...person },
      'nonsense',
    ])
    expect(body['rows']).toMatchObject([
      { number, outcome: 'created' },
      { number, outcome: 'unchanged' },
      { number, outcome: 'updated' },
      { number, outcome: 'refused', code: 'number-differs' },
      { outcome: 'refused', code: 'invalid', fields: { number: expect.any(String) as string } },
      { number: null, outcome: 'refused', code: 'invalid' },
    ])
    const search = { method: 'POST', body: { number } }
    const found = await asClient(app, ours.client, `${API}/people/search`, search)
    expect(found.body['rows']).toMatchObject([{ number, phone: '13800138001' }])
  })

  test('keep what a row leaves out, and name others who may be the same', async () => {
    const number = `Q${Date.now()}`
    const birthday = '1966-06-06'
    const pid = await makePatient(app, ours.by, { ad_card_number: number, birthday })
    await put([{ number, name: '演示患者', gender: 2, birthday }])
    const patient = await succeed(app, patientInfo, { pid }, { token: ours.by.token })
    expect(patient).toMatchObject({ gender: 2, phone: '13800138000', address: '演示路1号' })
    const other = await put([{ number: `${number}B`, name: '演示患者', gender: 1, birthday }])
    expect(other.body['rows']).toMatchObject([{ outcome: 'created', alike: [number] }])
  })

  test('are at most fifty in a call', async () => {
    expect((await put(Array.from({ length: 51 }, () => ({})))).status).toBe(400)
  })

  test('come by pages, each once', async () => {
    await put(Array.from({ length: 7 }, (_, at) => ({ number: `L${at}`, ...person })))
    const numbers: unknown[] = []
    let cursor: unknown
    do {
      const body = { limit: 3, ...(cursor !== undefined && { cursor }) }
      const at = { method: 'POST', body }
      const page = await asClient(app, ours.client, `${API}/people/search`, at)
      numbers.push(...(page.body['rows'] as { number: string }[]).map((row) => row.number))
      cursor = page.body['next'] ?? undefined
    } while (cursor !== undefined)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toEqual(expect.arrayContaining(['OURS', 'L0', 'L6']))
  })
})

describe('an order', () => {
  const body = { modality: 'fundus', day: today(), eyes: 'left' }

  test('is made once for a number of the hospital, and is seen by the clinic', async () => {
    const number = `O${Date.now()}`
    await put([{ number, ...person }])
    const given = { method: 'POST', body: { number, placer_number: `X-${number}`, ...body } }
    const first = await asClient(app, ours.client, `${API}/orders`, given)
    const second = await asClient(app, ours.client, `${API}/orders`, given)
    expect(first.body).toMatchObject({ number, state: 'open', eyes: 'left' })
    expect(second.body).toEqual(first.body)
    const rows = (await succeed(app, listOrders, { size: 100 }, { token: ours.by.token })).rows
    const mine = rows.filter((row) => row.ad_card_number === number)
    expect(mine).toMatchObject([{ ordered_by: '医院信息系统' }])
    const other = { ...given, body: { ...given.body, number: ours.number } }
    expect((await asClient(app, ours.client, `${API}/orders`, other)).status).toBe(409)
  })

  test('is changed by its version and cancelled with the reason', async () => {
    const { accession } = await order(app, ours.by, ours.pid, { modality: 'octa' })
    const path = `${API}/orders/${accession}`
    const change = (version: number) =>
      asClient(app, ours.client, path, {
        method: 'PUT',
        body: { ...body, modality: 'octa', version },
      })
    expect((await change(1)).body).toMatchObject({ eyes: 'left', version: 2 })
    expect((await change(1)).status).toBe(409)
    const cancel = { method: 'POST', body: { reason: '患者改期' } }
    const cancelled = await asClient(app, ours.client, `${path}/cancel`, cancel)
    expect(cancelled.body).toMatchObject({ state: 'cancelled', cancelled: { reason: '患者改期' } })
    expect((await asClient(app, ours.client, `${path}/cancel`, cancel)).status).toBe(409)
  })
})

describe('an idempotency key', () => {
  const key = () => ({ 'idempotency-key': randomUUID() })
  const write = (number: string, headers: Record<string, string>) =>
    asClient(app, ours.client, `${API}/orders`, {
      method: 'POST',
      body: { number, modality: 'surface', day: today() },
      headers,
    })

  test('makes a write once, whether it is taken or refused', async () => {
    const number = `I${Date.now()}`
    await put([{ number, ...person }])
    const headers = key()
    const first = await write(number, headers)
    const again = await write(number, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await write(number, key())).status).toBe(409)
    expect((await write(ours.number, headers)).status).toBe(422)
    const missing = key()
    const refused = await write('NOBODY', missing)
    await put([{ number: 'NOBODY', ...person }])
    const kept = await write('NOBODY', missing)
    expect([refused.status, kept.status]).toEqual([404, 404])
  })

  test('is another one for another client, and holds for a day', async () => {
    const headers = key()
    const number = `J${Date.now()}`
    await put([{ number, ...person }])
    await write(number, headers)
    const other = await makeClient(app, ours.main, [...SCOPES])
    const answered = await asClient(app, other, `${API}/orders`, {
      method: 'POST',
      body: { number, modality: 'octa', day: today() },
      headers,
    })
    expect(answered.status).toBe(200)
  })

  test('of two at once does the work once', async () => {
    const headers = key()
    const number = `K${Date.now()}`
    await put([{ number, ...person }])
    const both = await Promise.all([write(number, headers), write(number, headers)])
    expect(both.map(({ status }) => status).toSorted()).toSatisfy(
      ([low, high]: number[]) => low === 200 && (high === 200 || high === 409),
    )
  })
})

test('a result is found by order, patient and sitting, and leads to report and PDF', async () => {
  const search = (body: object) =>
    asClient(app, ours.client, `${API}/results/search`, { method: 'POST', body })
  const { report } = ours
  const byNumber = await search({ number: ours.number })
  expect(byNumber.body['rows']).toMatchObject([
    { sitting: report.rid, state: 'final', reports: [{ report_no: report.report_no }] },
  ])
  expect((await search({ accession: ours.accession })).body['rows']).toEqual([])
  expect((await search({ accession: ours.accession, number: ours.number })).status).toBe(400)
  const json = await asClient(app, ours.client, `${API}/reports/${report.report_no}?lang=en`)
  expect(json.body).toMatchObject({ number: ours.number, state: 'signed', opinion: '定期随访' })
  const pdf = await asClient(app, ours.client, `${API}/reports/${report.report_no}/pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.text.startsWith('%PDF')).toBe(true)
  const log = await succeed(app, listAudit, { action: 'report.print' }, { token: ours.main.token })
  expect(log.rows[0]).toMatchObject({ name: '医院信息系统', pid: ours.pid })
})

test('the description has every operation with its example', async () => {
  const answered = await fetch(`${app.url}${API}/openapi.json`)
  const { openapi, paths } = (await answered.json()) as {
    openapi: string
    paths: Record<string, Record<string, object>>
  }
  expect(openapi).toBe('3.1.0')
  const described = Object.entries(paths).flatMap(([path, of]) =>
    Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual(
    named.map(([name]) => name.replaceAll(/:(\w+)/g, '{$1}')).toSorted(),
  )
})
