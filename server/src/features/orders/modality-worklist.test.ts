import { cancelOrder, fundusArchive, today } from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  dcmtk,
  hasDcmtk,
  photograph,
  receivedBy,
  receivingApp,
  registerCamera,
  sendFiles,
} from '../../testing/camera.ts'
import { makePatient, work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { order, ordersOf } from '../../testing/order-factory.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'

let receiving: Awaited<ReturnType<typeof receivingApp>>
let app: TestApp
let by: SignedIn
let to: { port: number; title: string; device_id: string }
beforeAll(async () => {
  receiving = await receivingApp()
  ;({ app } = receiving)
  await work(app)
})
afterAll(() => receiving.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '3' })
  to = { port: receiving.port, ...(await registerCamera(app, by)) }
})

const plain = (day: string) => day.replaceAll('-', '')
const TODAY = today()
const TOMORROW = today(new Date(Date.now() + 86_400_000))
const zhang = { name: '张三', ad_card_number: 'P-1001', birthday: '1960-05-17', gender: 1 } as const

const RETURNED = ['0010,0010', '0010,0020', '0010,0030', '0010,0040', '0008,0050', '0020,000d']
const STEP = '0040,0100[0].'
const OF_STEP = ['0008,0060', '0040,0001', '0040,0002', '0040,0003', '0040,0007', '0040,0009']

/** Asks as a camera does. Elements of the step begin with `step.`. */
async function ask(keys: Record<string, string> = {}, calling = 'CAMERA') {
  const asked = Object.entries(keys).map(([tag, value]) => `${tag.replace('step.', STEP)}=${value}`)
  const all = ['0008,0005=ISO_IR 192', ...RETURNED, ...OF_STEP.map((tag) => STEP + tag), ...asked]
  const who = ['-aet', calling, '-aec', to.title, '127.0.0.1', String(to.port)]
  const { code, said } = await dcmtk('findscu', [
    '-v',
    '-W',
    ...all.flatMap((key) => ['-k', key]),
    ...who,
  ])
  const answers = said.split(/Find Response: \d+ \(Pending\)/).slice(1)
  const value = (answer: string, tag: string) =>
    new RegExp(`\\(${tag}\\) .. \\[([^\\]]*)\\]`).exec(answer)?.[1]?.trim() ?? ''
  return { code, said, rows: answers.map((answer) => (tag: string) => value(answer, tag)) }
}
const numbers = async (keys?: Record<string, string>, calling?: string) =>
  (await ask(keys, calling)).rows.map((value) => value('0008,0050'))

describe.runIf(hasDcmtk)('a camera that asks for the worklist', () => {
  test('is told what is open today, with Chinese names, in UTF-8', async () => {
    const pid = await makePatient(app, by, zhang)
    const { accession } = await order(app, by, pid, { eyes: 'right', time: '09:30' })
    const { code, rows } = await ask({ 'step.0040,0002': plain(TODAY) })
    expect(code).toBe(0)
    expect(rows).toHaveLength(1)
    const value = (tag: string) => rows[0]?.(tag)
    expect(value('0010,0010')).toBe('ZHANG SAN=张三')
    expect(value('0010,0020')).toBe('P-1001')
    expect(value('0010,0030')).toBe('19600517')
    expect(value('0010,0040')).toBe('M')
    expect(value('0008,0050')).toBe(accession)
    expect(value('0020,000d')).toMatch(/^2\.25\.\d+$/)
    expect(value('0008,0060')).toBe('OP')
    expect(value('0040,0001')).toBe('CAMERA')
    expect(value('0040,0002')).toBe(plain(TODAY))
    expect(value('0040,0003')).toBe('093000')
    expect(value('0040,0007')).toBe('Fundus photography OD')
    expect((await ask()).rows[0]?.('0020,000d')).toBe(value('0020,000d'))
  })

  test('finds by day, modality, number, accession number and name, in pinyin too', async () => {
    const one = await order(app, by, await makePatient(app, by, zhang), { day: TOMORROW })
    const other = await makePatient(app, by, {
      ...zhang,
      name: 'Anna Lindqvist',
      ad_card_number: 'P-2',
    })
    const two = await order(app, by, other)
    const both = [two.accession, one.accession]
    expect(await numbers()).toEqual(both)
    expect(await numbers({ 'step.0040,0002': `${plain(TODAY)}-${plain(TOMORROW)}` })).toEqual(both)
    expect(await numbers({ 'step.0040,0002': `${plain(TOMORROW)}-` })).toEqual([one.accession])
    expect(await numbers({ 'step.0040,0002': `-${plain(TODAY)}` })).toEqual([two.accession])
    expect(await numbers({ 'step.0040,0002': '20261399' })).toEqual([])
    expect(await numbers({ 'step.0008,0060': 'OP' })).toEqual(both)
    expect(await numbers({ 'step.0008,0060': 'CT' })).toEqual([])
    expect(await numbers({ '0010,0020': 'P-2' })).toEqual([two.accession])
    expect(await numbers({ '0008,0050': one.accession })).toEqual([one.accession])
    for (const name of ['张*', 'zhang^s*', 'ZHAN?^SAN', '*三', '*=张三'])
      expect(await numbers({ '0010,0010': name })).toContain(one.accession)
    expect(await numbers({ '0010,0010': 'lind*' })).toEqual([])
    expect(await numbers({ '0010,0010': '*LIND*' })).toEqual([two.accession])
  })

  test('is told of its own and of those for any device of its kind, not of what is done or cancelled', async () => {
    const asked = { token: by.token }
    const other = await registerCamera(app, by, { name: '相机 2', ae_title: 'SECOND' })
    const patient = async (n: number) =>
      makePatient(app, by, { ...zhang, ad_card_number: `P-${n}` })
    const mine = await order(app, by, await patient(1), { device_id: to.device_id })
    const theirs = await order(app, by, await patient(2), { device_id: other.device_id })
    const anys = await order(app, by, await patient(3))
    await order(app, by, await patient(4), { modality: 'octa' })
    const cancelled = await order(app, by, await patient(5))
    const body = { order_id: cancelled.order_id, reason: '改约' }
    await succeed(app, cancelOrder, body, asked)
    const at = (title: string) => numbers({ 'step.0040,0001': title })
    expect(await at('CAMERA')).toEqual([mine.accession, anys.accession])
    expect(await at('SECOND')).toEqual([theirs.accession, anys.accession])
  })

  test('is told of no other institution, and nothing under a name that is not registered', async () => {
    const stranger = await makeAccount(app, { role: '3' })
    await order(app, stranger, await makePatient(app, stranger, zhang))
    expect(await numbers()).toEqual([])
    expect((await ask({}, 'UNKNOWN')).code).not.toBe(0)
  })

  test('has its photographs filed by themselves by the number alone, and the order is closed', async () => {
    const pid = await makePatient(app, by, zhang)
    const { order_id, accession } = await order(app, by, pid)
    const files = (['R', 'L'] as const).map((eye) =>
      photograph({ accession, eye, day: plain(TODAY) }),
    )
    expect(await sendFiles(to, files)).toMatchObject({ code: 0 })
    await expect
      .poll(async () => (await receivedBy(app, by)).map(({ state }) => state))
      .toEqual(['filed', 'filed'])
    const { rows } = await succeed(app, fundusArchive.list, { pid }, by)
    expect(rows.map(({ images }) => images.length)).toEqual([2])
    const closed = { order_id, state: 'done', done: { rid: rows[0]?.rid } }
    expect(await ordersOf(app, by)).toMatchObject([closed])
    expect(await numbers()).toEqual([])
  })

  test('has a photograph with the number of one patient and the name of another wait for a person', async () => {
    const pid = await makePatient(app, by, zhang)
    const { accession } = await order(app, by, pid)
    const said = { accession, eye: 'R', day: plain(TODAY), charset: 'ISO_IR 192' }
    const wrong = [photograph({ ...said, name: Buffer.from('Li^Si=李^四') })]
    await sendFiles(to, [...wrong, photograph({ ...said, birthday: '19700101' })])
    await expect
      .poll(async () => (await receivedBy(app, by)).map(({ state }) => state))
      .toEqual(['waiting', 'waiting'])
    expect(await ordersOf(app, by)).toMatchObject([{ state: 'open' }])
  })
})
