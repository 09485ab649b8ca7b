import { once } from 'node:events'
import {
  addDestination,
  deleteDestination,
  listConnections,
  listDeliveries,
  listDestinations,
  listReports,
  patientInfo,
  sendAgain,
  setDestination,
  SCOPES,
  today,
  voidReport,
  type Delivery,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asClient, makeClient } from '../../testing/client-factory.ts'
import {
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
  work,
} from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import {
  sign as makeReport,
  signedReport,
  sitting as makeSitting,
  type Sitting,
} from '../../testing/report-maker.ts'
import {
  resultDestination,
  startResultSystem,
  type Got,
  type ResultSystem,
} from '../../testing/result-system.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { startWorkerProcess, whileWorking } from '../../testing/worker-process.ts'

let app: TestApp
let main: SignedIn
let by: SignedIn
let his: ResultSystem
beforeAll(async () => {
  app = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile: null } })
  await work(app)
})
beforeEach(async () => {
  main = await makeAccount(app, { role: '3' })
  by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  his = await startResultSystem()
})
afterEach(async () => {
  his.stop()
  const { rows } = await succeed(app, listDestinations, {}, main)
  for (const { destination_id } of rows)
    await succeed(app, deleteDestination, { destination_id }, main)
})
afterAll(() => app.close())

type Given = InputOf<typeof addDestination>
const hl7 = (traits: Partial<Given> = {}) => resultDestination(his.port, traits)
const add = async (traits: Partial<Given> = {}) =>
  (await succeed(app, addDestination, hl7(traits), main)).destination_id

const sitting = (name = '欧阳演示', number?: string): Promise<Sitting> =>
  makeSitting(app, by, { name, ...(number && { ad_card_number: number }) }, today())
const sign = (of: Sitting, opinion?: string) => makeReport(app, by, of, opinion)
const rowsOf = async (report_id: string): Promise<Delivery[]> =>
  (await succeed(app, listDeliveries, { report_id }, by)).rows
async function until(report_id: string, fits: (rows: Delivery[]) => boolean): Promise<Delivery[]> {
  for (;;) {
    const rows = await rowsOf(report_id)
    if (fits(rows)) return rows
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const are =
  (...states: Delivery['state'][]) =>
  (rows: Delivery[]) =>
    rows.map(({ state }) => state).join() === states.join()
/** It was tried, and waits for its next try. */
const isRefused = ([row]: Delivery[]) => row?.state === 'waiting' && row.reason !== null
const tryNow = () =>
  withFullRights(app.context.config.databaseUrl, (client) =>
    client.query(`update jobs set due_at = now() where name = 'delivery'`),
  )

const named = (got: Got | undefined, name: string) =>
  got?.segments.filter((segment) => segment.name === name) ?? []
const first = (got: Got | undefined, name: string, field: number, component = 1) =>
  named(got, name)[0]?.text(field, component) ?? ''
/** Code, sub-id, value and status of every OBX, without the document. */
const linesOf = (got: Got | undefined) =>
  named(got, 'OBX')
    .filter((segment) => segment.text(3) !== '18748-4')
    .map((segment) => [segment.text(3), segment.text(4), segment.text(5), segment.text(11)])

interface Coded {
  coding: { code: string }[]
}
interface Observation {
  code: Coded
  bodySite: Coded
  valueQuantity?: { value: number }
  valueBoolean?: boolean
  valueCodeableConcept?: Coded
}

describe('a signed report', () => {
  test('goes as figures with its PDF, in the name of the order, and is told to be there', async () => {
    const destination_id = await add({ pdf: true })
    const client = await makeClient(app, main, [...SCOPES])
    const pid = await makePatient(app, by, { name: '欧阳演示', birthday: '1960-05-17' })
    const { ad_card_number: number } = await succeed(app, patientInfo, { pid }, by)
    const body = { number, placer_number: 'HIS-7|2', modality: 'fundus', day: today() }
    const ordered = await asClient(app, client, '/api/v1/orders', { method: 'POST', body })
    expect(ordered.status).toBe(200)
    const rid = await makeArchive(app, by, pid, [await drawnPhotograph()], today())
    const analysis_id = await keepFindings(app, by, { pid, rid })
    const said = '视盘边界清晰 | A&B ^ ~ \\\n三个月后复查'
    const { report_id, report_no } = await sign({ pid, rid, analysis_id }, said)
    const rows = await until(report_id, are('sent'))
    expect(rows.map(({ what, destination }) => [what, destination])).toEqual([
      ['report', '医院 HIS'],
    ])

    const [got] = his.got
    expect(his.got).toHaveLength(1)
    expect(got?.segments.map(({ name }) => name).slice(0, 4)).toEqual(['MSH', 'PID', 'ORC', 'OBR'])
    const head = [3, 4, 5, 6, 9, 11, 12, 18].map((field) => first(got, 'MSH', field))
    expect(head).toEqual(['MINGMOU', 'EYE', 'HIS', 'H1', 'ORU', 'P', '2.5', 'UNICODE UTF-8'])
    expect(first(got, 'MSH', 9, 2)).toBe('R01')
    expect([3, 5, 7].map((field) => first(got, 'PID', field))).toEqual([
      ...[number, '欧阳演示', '19600517'],
    ])
    expect(first(got, 'PID', 8)).toMatch(/^[MF]$/)
    expect(first(got, 'PID', 3, 5)).toBe('MR')
    expect([2, 3, 4, 18, 25].map((field) => first(got, 'OBR', field))).toEqual([
      ...['HIS-7|2', report_no, '18748-4', ordered.body['accession'], 'F'],
    ])

    // The same as FHIR tells, an OBX each.
    const { body: bundle } = await asClient(
      app,
      client,
      `/fhir/Observation?patient=${pid}&_count=100`,
    )
    const told = (bundle as unknown as { entry: { resource: Observation }[] }).entry.map(
      ({ resource }) => {
        const { code, bodySite, valueQuantity, valueBoolean: flag, valueCodeableConcept } = resource
        const eye = bodySite.coding[0]?.code ?? ''
        const said = flag === undefined ? undefined : flag ? 'Y' : 'N'
        const concept = valueCodeableConcept?.coding[0]?.code
        const value = valueQuantity?.value.toString() ?? said ?? concept ?? ''
        return [`${eye}.${code.coding[0]?.code ?? ''}`, eye, value, value === '' ? 'X' : 'F']
      },
    )
    expect(told.length).toBeGreaterThan(10)
    const lines = linesOf(got)
    expect(lines.filter(([, eye]) => eye !== '')).toEqual(told)
    // What could not be told has no value, and the reason.
    const absent = got?.text.split('\r') ?? []
    expect(told.some(([, , , status]) => status === 'X')).toBe(true)
    for (const [at, line] of absent.entries())
      if (line.startsWith('OBX') && line.split('|')[11] === 'X')
        expect(absent[at + 1]).toMatch(/^NTE\|1\|P\|.+/)
    // Nobody stated what is normal.
    for (const segment of named(got, 'OBX'))
      expect([segment.text(7), segment.text(8)]).toEqual(['', ''])
    expect(lines).toContainEqual(['opinion', '', said, 'F'])
    expect(lines).toContainEqual(['report_no', '', report_no, 'F'])

    const document = named(got, 'OBX').find((segment) => segment.text(2) === 'ED')
    expect([2, 3, 4].map((part) => document?.text(5, part))).toEqual([
      'application',
      'pdf',
      'Base64',
    ])
    const key = `sent/${by.oid ?? ''}/${report_id}/report.pdf`
    expect(document?.text(5, 5)).toBe((await app.context.files.read(key)).toString('base64'))

    const listed = await succeed(app, listReports, { pid }, by)
    expect(listed.rows.map(({ delivery }) => delivery)).toEqual(['sent'])
    const { rows: own } = await succeed(app, listDestinations, {}, main)
    expect(own).toMatchObject([{ destination_id, fault: null, waiting: 0, failed: 0 }])
    expect(own[0]?.sent_at).not.toBeNull()
  })

  test.each([
    ['utf-8', 'UNICODE UTF-8'],
    ['gb18030', 'GB 18030-2000'],
  ] as const)('is read in %s, rare characters and all', async (charset, declared) => {
    await add({ charset })
    const opinion = '右眼中度非增殖期 “㐀𠀀” € 12 µm'
    const { report_id } = await sign(await sitting('欧阳龘'), opinion)
    await until(report_id, are('sent'))
    const [got] = his.got
    expect(first(got, 'MSH', 18)).toBe(declared)
    expect(got?.charset).toBe(charset)
    expect(first(got, 'PID', 5)).toBe('欧阳龘')
    expect(linesOf(got)).toContainEqual(['opinion', '', opinion, 'F'])
  })

  test.each([
    ['AE', '对方未接收：AE Unknown key identifier'],
    ['AR', '对方未接收：AR unknown receiver'],
  ] as const)(
    'that is answered %s fails at once, and goes again with a new number',
    async (manner, reason) => {
      await add()
      his.answer(manner)
      const { report_id } = await sign(await sitting())
      const [failed] = await until(report_id, are('failed'))
      expect(failed).toMatchObject({ tries: 1 })
      expect(failed?.reason).toContain(manner === 'AE' ? '没有该患者' : reason)
      await tryNow()
      const { rows } = await succeed(app, listConnections, {}, main)
      expect(rows).toMatchObject([{ kind: 'destination', state: 'failing', fault: failed?.reason }])
      his.answer('AA')
      await succeed(app, sendAgain, { delivery_id: failed?.delivery_id ?? '' }, by)
      await until(report_id, are('sent'))
      expect(his.got).toHaveLength(2)
      const [one, two] = his.got
      expect(two?.id).not.toBe(one?.id)
      expect(named(two, 'OBX')).toHaveLength(named(one, 'OBX').length)
    },
  )

  test.each([
    ['half', '连接在应答之前中断'],
    ['ends', '连接在应答之前中断'],
    ['garbage', '连接在应答之前中断'],
    ['hold', '对方没有应答'],
    ['other', '对方没有应答'],
  ] as const)(
    'that is answered by nothing that counts (%s) goes again as it was',
    async (manner, reason) => {
      await add({ pdf: true })
      his.answer(manner)
      const { report_id } = await sign(await sitting())
      const [waiting] = await until(report_id, isRefused)
      expect(waiting?.reason).toBe(reason)
      his.answer('AA')
      await succeed(app, sendAgain, { delivery_id: waiting?.delivery_id ?? '' }, by)
      await until(report_id, are('sent'))
      const [one, ...more] = his.got
      expect(more.length).toBeGreaterThan(0)
      for (const two of more) expect(two.bytes.equals(one?.bytes ?? Buffer.alloc(0))).toBe(true)
    },
  )

  test('is corrected by the one that supersedes it, under the same number of the result', async () => {
    const destination_id = await add({ pdf: true })
    const of = await sitting()
    const before = await sign(of)
    await until(before.report_id, are('sent'))
    const after = await sign(of, '三个月后复查')
    await until(after.report_id, are('sent'))
    await succeed(app, setDestination, { destination_id, ...hl7() }, main)
    const third = await sign(of, '半年后复查')
    await until(third.report_id, are('sent'))
    const [one, two, three] = his.got
    expect([first(one, 'OBR', 25), first(two, 'OBR', 25)]).toEqual(['F', 'C'])
    expect(first(two, 'OBR', 3)).toBe(first(one, 'OBR', 3))
    expect(first(one, 'OBR', 3)).toBe(before.report_no)
    expect(linesOf(two)).toContainEqual(['opinion', '', '三个月后复查', 'C'])
    expect(linesOf(two)).toContainEqual(['report_no', '', after.report_no, 'C'])
    expect(linesOf(two).map(([, , , status]) => status)).not.toContain('F')
    const documents = named(two, 'OBX').filter((each) => each.text(3) === '18748-4')
    expect(documents.map((each) => [each.text(2), each.text(11)])).toEqual([['ED', 'C']])
    // What the newer one does not have is taken back.
    const gone = named(three, 'OBX').filter((each) => each.text(3) === '18748-4')
    expect(gone.map((each) => [each.all(5), each.text(11)])).toEqual([[[], 'D']])
  })

  test('that was superseded before it went is not sent after its successor', async () => {
    his.answer('ends')
    await add()
    const of = await sitting()
    const before = await sign(of)
    const [waiting] = await until(before.report_id, isRefused)
    his.answer('AA')
    const after = await sign(of, '三个月后复查')
    await until(after.report_id, are('sent'))
    await tryNow()
    const [dropped] = await until(before.report_id, are('dropped'))
    expect(dropped?.reason).toBe('发送前报告已作废或被新报告取代，不再发送')
    expect(his.got.map((message) => first(message, 'OBR', 25))).toEqual(['F', 'C'])
    const again = await app.call(sendAgain, { delivery_id: waiting?.delivery_id ?? '' }, by)
    expect(again.error_code).not.toBe(0)
    const { rows } = await succeed(app, listReports, { pid: of.pid }, by)
    expect(rows.map(({ delivery }) => delivery)).toEqual(['sent', 'dropped'])
    const { rows: own } = await succeed(app, listDestinations, {}, main)
    expect(own).toMatchObject([{ waiting: 0, failed: 0 }])
  })

  test('that is void has every line deleted, without a value, and its successor corrects it', async () => {
    await add({ pdf: true })
    const of = await sitting()
    const { report_id, report_no } = await sign(of)
    await until(report_id, are('sent'))
    await succeed(app, voidReport, { report_id, reason: '患者有误' }, by)
    await until(report_id, are('sent', 'sent'))
    const [one, two] = his.got
    expect([first(two, 'OBR', 3), first(two, 'OBR', 25)]).toEqual([report_no, 'X'])
    const placed = (got: Got | undefined) =>
      named(got, 'OBX').map((each) => [each.text(3), each.text(4)])
    expect(placed(two)).toEqual(placed(one))
    for (const each of named(two, 'OBX')) {
      expect(each.text(11)).toBe('D')
      expect(each.all(5)).toEqual([])
    }
    expect(first(two, 'NTE', 3)).toBe('Void: 患者有误')
    const next = await sign(of, '重新阅片')
    await until(next.report_id, are('sent'))
    const three = his.got.at(-1)
    expect([first(three, 'OBR', 3), first(three, 'OBR', 25)]).toEqual([report_no, 'C'])
  })

  test('whose void waits is not deleted after its successor was told', async () => {
    await add()
    const of = await sitting()
    const { report_id } = await sign(of)
    await until(report_id, are('sent'))
    his.answer('ends')
    await succeed(app, voidReport, { report_id, reason: '患者有误' }, by)
    await until(report_id, ([, row]) => row?.reason !== null && row !== undefined)
    his.answer('AA')
    const next = await sign(of, '重新阅片')
    await until(next.report_id, are('sent'))
    await tryNow()
    await until(report_id, are('sent', 'dropped'))
    expect(his.got.map((message) => first(message, 'OBR', 25))).toEqual(['F', 'X', 'C'])
  })

  test('of another institution goes nowhere, and nobody else reads or sends what was sent', async () => {
    await add()
    const stranger = await makeAccount(app, { role: '3' })
    const other = await signIn(app, await addAccount(app, { role: '4', oid: stranger.oid ?? '' }))
    const { report_id } = await signedReport(app, other)
    expect((await succeed(app, listDeliveries, { report_id }, other)).rows).toEqual([])
    const own = await sign(await sitting())
    const [sent] = await until(own.report_id, are('sent'))
    expect(his.got).toHaveLength(1)
    const asked = { report_id: own.report_id }
    expect((await app.call(listDeliveries, asked, other)).error_code).not.toBe(0)
    const again = { delivery_id: sent?.delivery_id ?? '' }
    expect((await app.call(sendAgain, again, other)).error_code).not.toBe(0)
  })
})

test('a worker that is killed before the answer sends the same message again, by its next one', async () => {
  const other = await testApp()
  const owner = await makeAccount(other, { role: '3' })
  his.answer('hold')
  await succeed(other, addDestination, hl7({ pdf: true }), owner)
  const { report_id } = await signedReport(other, owner)
  const allowed = { PEER_NETWORKS: '127.0.0.0/8' }
  const held = his.next()
  const killed = startWorkerProcess(other, allowed)
  const before = await whileWorking(killed, held)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const delivered = async () => (await succeed(other, listDeliveries, { report_id }, owner)).rows[0]
  expect((await delivered())?.state).toBe('waiting')
  his.answer('AA')
  const next = startWorkerProcess(other, allowed)
  const sent = async () => {
    for (let row = await delivered(); row?.state !== 'sent'; row = await delivered()) {
      // On a busy machine a try may be given up, and the next one is minutes away.
      const { delivery_id = '', reason = null } = row ?? {}
      if (reason !== null) await other.call(sendAgain, { delivery_id }, owner)
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  try {
    await whileWorking(next, sent())
    expect(his.got.length).toBeGreaterThan(1)
    for (const message of his.got) expect(message.bytes.equals(before.bytes)).toBe(true)
  } finally {
    next.kill()
    await once(next, 'exit')
    await other.close()
  }
})
