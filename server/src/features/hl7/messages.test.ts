import {
  addPatient,
  closeHl7Message,
  deletePatient,
  ERROR,
  listAudit,
  listHl7Messages,
  listHl7Peers,
  listPatients,
  mergePatients,
  openHl7Message,
  playHl7Message,
  setHl7Peer,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import {
  atHospital,
  hl7App,
  lineTo,
  messageOf,
  nextId,
  PEER,
  pidOf,
  registerSystem,
  sendMessage,
} from '../../testing/hl7-system.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'
import { framed } from '../../platform/hl7/mllp.ts'
import { forgetMessages } from './duties.ts'

let app: TestApp
let port: number
let close: () => Promise<void>
let main: SignedIn
let facility: string
let peer_id: string
beforeAll(async () => {
  const started = await hl7App()
  ;({ app, port, close } = started)
  main = await makeAccount(app, { role: '3' })
  ;({ facility, peer_id } = await registerSystem(app, main))
})
afterAll(() => close())

const { asMain, send, adt, fresh, patientWith, messages, messageNamed, ordersOf, play } =
  atHospital(() => ({ app, port, main, facility }))

describe('a patient', () => {
  test.each(['A01', 'A04', 'A08', 'A28', 'A31'])('is registered by %s', async (trigger) => {
    const number = fresh()
    const id = nextId()
    const birthday = `1960051${['A01', 'A04', 'A08', 'A28', 'A31'].indexOf(trigger)}`
    const home = { phone: '13800138000', address: '文三路1号^^杭州市^浙江省' }
    const person = { number, birthday, ...home }
    expect(await adt(trigger, person, { id })).toMatchObject({ ack: 'AA', of: id, code: '' })
    expect(await patientWith(number)).toMatchObject({
      name: '王芳',
      gender: 2,
      phone: '13800138000',
      address: '浙江省杭州市文三路1号',
    })
  })

  test('is changed in what the message says, and keeps the rest', async () => {
    const number = fresh()
    const given = { name: '王芳', gender: 2, birthday: '1960-05-17', address: '旧路1号' } as const
    await succeed(app, addPatient, { ad_card_number: number, ...given }, asMain())
    await adt('A08', { number, phone: '13900139000' })
    expect(await patientWith(number)).toMatchObject({ phone: '13900139000', address: '旧路1号' })
    const log = await succeed(app, listAudit, { action: 'patient.set' }, asMain())
    expect(log.rows[0]).toMatchObject({ name: '医院信息系统' })
  })

  test('keeps the numbers that the clinic wrote, beside that of the identity card', async () => {
    const number = fresh()
    const record = { kind: 'record', value: `R-${number}`, issuer: '' } as const
    const given = { name: '王芳', gender: 2, birthday: '1949-12-31' } as const
    const body = { ad_card_number: number, ...given, identifiers: [record] }
    await succeed(app, addPatient, body, asMain())
    const numbers = '~11010519491231002X^^^^NI'
    expect(await adt('A08', { number, birthday: '19491231', numbers })).toMatchObject({ ack: 'AA' })
    const { identifiers } = (await patientWith(number)) ?? { identifiers: [] }
    expect(identifiers).toEqual([
      record,
      { kind: 'national', value: '11010519491231002X', issuer: '' },
    ])
  })

  test('has a Chinese name where one is said beside pinyin, and no blank within', async () => {
    const number = fresh()
    await adt('A04', { number, name: 'OU YANG^YAN^SHI^^^^L^A~欧阳^演示^^^^^L^I' })
    expect(await patientWith(number)).toMatchObject({ name: '欧阳演示' })
  })

  test('is told without what does not fit, and the answer names it', async () => {
    const number = fresh()
    const id = nextId()
    const answer = await adt('A04', { number, phone: '123' }, { id })
    expect(answer).toMatchObject({ ack: 'AA', at: 'PID-13', severity: 'W' })
    expect(await patientWith(number)).toMatchObject({ phone: null })
    expect(await messageNamed(id)).toMatchObject({ state: 'done', reason: 'hl7_left_out|PID-13' })
  })

  test.each([
    ['no number', { number: '' }, 'PID-3', '101'],
    ['a number of other signs', { number: 'a b' }, 'PID-3', '102'],
    ['no name', { name: '' }, 'PID-5', '101'],
    ['no birthday', { birthday: '' }, 'PID-7', '101'],
    ['a day that is none', { birthday: '19600231' }, 'PID-7', '102'],
    ['no sex', { sex: '' }, 'PID-8', '101'],
    ['an unknown sex', { sex: 'U' }, 'PID-8', '103'],
  ])('with %s waits for a person, and the answer says where', async (_, wrong, at, code) => {
    const number = fresh()
    const id = nextId()
    const answer = await adt('A04', { number, ...wrong }, { id })
    expect(answer).toMatchObject({ ack: 'AE', of: id, at, code, severity: 'E' })
    expect(await patientWith(number)).toBeNull()
    expect(await messageNamed(id)).toMatchObject({ state: 'waiting', field: at })
  })

  test('of another name and birthday under a known number is not overwritten', async () => {
    const number = fresh()
    await adt('A04', { number })
    const id = nextId()
    const other = { number, name: '李^四', birthday: '19700101' }
    expect(await adt('A08', other, { id })).toMatchObject({ ack: 'AE', code: '205' })
    expect(await patientWith(number)).toMatchObject({ name: '王芳' })
    expect(await messageNamed(id)).toMatchObject({ reason: 'number_differs', said: { number } })
  })
})

describe('a Chinese name', () => {
  /** 张三 in GBK. */
  const gbk = Buffer.from('d5c5c8fd', 'hex')
  const encoded = (charset: string, number: string, name: Buffer) => {
    const [before = '', after = ''] = messageOf(
      { facility, charset },
      'ADT^A04',
      pidOf({ number, name: '@' }),
    ).split('@')
    return Buffer.concat([Buffer.from(before), name, Buffer.from(after)])
  }

  test.each([
    ['UTF-8, declared', 'UNICODE UTF-8', Buffer.from('张三'), 'utf-8'],
    ['UTF-8, undeclared', '', Buffer.from('张三'), 'utf-8'],
    ['GB18030, declared', 'GB 18030-2000', gbk, 'gb18030'],
    ['GB18030, undeclared', '', gbk, 'gb18030'],
  ])('is read in %s, which the list says', async (_, charset, name, read) => {
    const number = fresh()
    expect(await sendMessage(port, encoded(charset, number, name))).toMatchObject({ ack: 'AA' })
    expect(await patientWith(number)).toMatchObject({ name: '张三' })
    expect((await messages()).find(({ said }) => said.number === number)?.charset).toBe(read)
  })

  test('that is not in the declared character set waits, and is shown by its bytes', async () => {
    const answer = await sendMessage(port, encoded('UNICODE UTF-8', fresh(), gbk))
    expect(answer).toMatchObject({ ack: 'AE', at: 'MSH-18' })
    const row = await messageNamed(answer.of)
    expect(row).toMatchObject({ reason: 'hl7_charset', charset: '' })
    const { text } = await succeed(app, openHl7Message, { message_id: row.message_id }, asMain())
    expect(text).toContain('ADT^A04')
    expect(await play(row.message_id)).toMatchObject({ state: 'waiting', reason: 'hl7_charset' })
  })
})

describe('two records that are one', () => {
  const a40 = (number: string, other: string, id = nextId()) =>
    send('ADT^A40', [pidOf({ number }), `MRG|${other}^^^HIS^MR`], { id })

  test('are merged by a person alone; then the message is done', async () => {
    const [kept, other] = [fresh(), fresh()]
    await adt('A04', { number: kept })
    await adt('A04', { number: other })
    const id = nextId()
    expect(await a40(kept, other, id)).toMatchObject({ ack: 'AA', severity: 'I' })
    const row = await messageNamed(id)
    expect(row).toMatchObject({ state: 'waiting', reason: 'hl7_merge' })
    const [pid, merged_pid] = [row.pid ?? '', row.other_pid ?? '']
    expect([pid, merged_pid]).toEqual([
      (await patientWith(kept))?.pid,
      (await patientWith(other))?.pid,
    ])
    expect(await play(row.message_id)).toMatchObject({ state: 'waiting', reason: 'hl7_merge' })
    await succeed(app, mergePatients, { pid, merged_pid }, asMain())
    expect(await play(row.message_id)).toMatchObject({ state: 'done' })
  })

  test('are nothing to do where nobody has the number that ends', async () => {
    const kept = fresh()
    await adt('A04', { number: kept })
    expect(await a40(kept, fresh())).toMatchObject({ ack: 'AA', severity: '' })
  })
})

describe('a message again', () => {
  test('is answered the same and has one effect', async () => {
    const number = fresh()
    const text = messageOf({ facility }, 'ADT^A04', pidOf({ number, phone: '123' }))
    const first = await sendMessage(port, text)
    const again = await sendMessage(port, text)
    expect(again).toMatchObject({ ack: first.ack, of: first.of, at: first.at, code: first.code })
    expect((await messages()).filter((row) => row.said.number === number)).toHaveLength(1)
  })

  test('of two lines at once has one effect', async () => {
    const number = fresh()
    const text = messageOf({ facility }, 'ORM^O01', pidOf({ number }), 'ORC|NW|T', 'OBR|1|||FP')
    const fill = text.replace('ORC|NW|T', `ORC|NW|T${number}`)
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendMessage(port, fill)))
    expect(answers.map(({ ack }) => ack)).toEqual(['AA', 'AA', 'AA', 'AA'])
    expect(await ordersOf(number)).toHaveLength(1)
  })

  test('with other bytes under its number waits for a person', async () => {
    const [one, other] = [fresh(), fresh()]
    const id = nextId()
    await adt('A04', { number: one }, { id })
    const answer = await adt('A04', { number: other }, { id })
    expect(answer).toMatchObject({ ack: 'AE', of: id, at: 'MSH-10', code: '205' })
    expect(await adt('A04', { number: other }, { id })).toMatchObject({ ack: 'AE' })
    expect(await patientWith(other)).toBeNull()
    const waiting = (await messages({ state: 'waiting' })).filter((row) => row.control_id === id)
    expect(waiting).toMatchObject([{ reason: 'hl7_other_bytes', said: { number: other } }])
    expect(await play(waiting[0]?.message_id ?? '')).toMatchObject({ state: 'done' })
    expect(await patientWith(other)).not.toBeNull()
  })

  test('many messages on one line are answered in their sequence', async () => {
    const line = await lineTo(port)
    const ids = Array.from({ length: 20 }, nextId)
    const all = ids.map((id) =>
      framed(Buffer.from(messageOf({ facility, id }, 'ADT^A04', pidOf({ number: fresh() })))),
    )
    line.socket.write(Buffer.concat(all))
    for (const of of ids) expect(await line.next()).toMatchObject({ ack: 'AA', of })
    line.socket.destroy()
  })
})

describe('who is not registered', () => {
  test.each([
    ['an application', { application: 'OTHER' }],
    ['a facility', { sender: 'H2' }],
    ['an institution', { facility: 'NOBODY' }],
  ])('by %s is rejected, and nothing is kept', async (_, head) => {
    const number = fresh()
    const id = nextId()
    const answer = await adt('A04', { number }, { ...head, id })
    expect(answer).toMatchObject({ ack: 'AR', of: id, at: 'MSH-3' })
    expect(await patientWith(number)).toBeNull()
    expect((await messages()).some(({ control_id }) => control_id === id)).toBe(false)
  })

  test('from another address is rejected, and named on the page of the system', async () => {
    await registerSystem(app, main, { application: 'FAR', addresses: ['10.9.9.9'] })
    expect(await adt('A04', { number: fresh() }, { application: 'FAR' })).toMatchObject({
      ack: 'AR',
    })
    const { rows } = await succeed(app, listHl7Peers, {}, asMain())
    expect(rows.find(({ application }) => application === 'FAR')).toMatchObject({
      fault: 'address',
      heard_at: null,
    })
  })
})

describe('what is not spoken', () => {
  test.each([
    ['a type', 'ORU^R01', {}, 'MSH-9', '200'],
    ['an event', 'ADT^A02', {}, 'MSH-9', '201'],
    ['a message for tests', 'ADT^A04', { processing: 'T' }, 'MSH-11', '202'],
    ['a version', 'ADT^A04', { version: '3.0' }, 'MSH-12', '203'],
    ['no number', 'ADT^A04', { id: '' }, 'MSH-10', '101'],
  ])('%s is rejected and nothing is kept', async (_, type, head, at, code) => {
    const number = fresh()
    const before = (await messages()).length
    const answer = await send(type, [pidOf({ number })], head)
    expect(answer).toMatchObject({ ack: 'AR', at, code })
    expect(await patientWith(number)).toBeNull()
    expect(await messages()).toHaveLength(before)
  })

  test('an unknown character set waits with its reason', async () => {
    const answer = await adt('A04', { number: fresh() }, { charset: 'KLINGON' })
    expect(answer).toMatchObject({ ack: 'AE', at: 'MSH-18' })
  })

  test('a message without PID waits', async () => {
    expect(await send('ADT^A04', [])).toMatchObject({ ack: 'AE', at: 'PID', code: '100' })
  })
})

describe('a person', () => {
  test('mends a code and plays the message again, in the own name', async () => {
    const number = fresh()
    const id = nextId()
    const order = [pidOf({ number }), `ORC|NW|M-${number}`, 'OBR|1|||SLIT']
    expect(await send('ORM^O01', order, { id })).toMatchObject({ ack: 'AE' })
    const { message_id } = await messageNamed(id)
    expect(await play(message_id)).toMatchObject({
      state: 'waiting',
      reason: 'hl7_code_unknown|SLIT',
      field: 'OBR-4',
    })
    const changed = { ...PEER, codes_surface: ['SLIT'] }
    await succeed(app, setHl7Peer, { peer_id, ...changed }, asMain())
    expect(await play(message_id)).toMatchObject({ state: 'done' })
    expect(await ordersOf(number)).toMatchObject([{ modality: 'surface' }])
    // The log names the person; patient and order stay those of the system.
    expect((await patientWith(number))?.origin?.name).toBe(PEER.name)
    const again = await app.call(playHl7Message, { message_id }, asMain())
    expect(again.msg).toContain('已处理')
    const log = await succeed(app, listAudit, { action: 'hl7.play' }, asMain())
    expect(log.rows[0]).toMatchObject({ uid: main.uid })
  })

  test('sees that a later message of the patient was taken in', async () => {
    const number = fresh()
    const id = nextId()
    await adt('A04', { number, sex: '' }, { id })
    expect(await messageNamed(id)).toMatchObject({ overtaken: false })
    await adt('A04', { number })
    expect(await messageNamed(id)).toMatchObject({ overtaken: true })
  })

  test('closes a message with a reason; it goes after its time, and what waits stays', async () => {
    const [id, waiting] = [nextId(), nextId()]
    await adt('A04', { number: fresh(), sex: '' }, { id })
    await adt('A04', { number: fresh(), sex: '' }, { id: waiting })
    const { message_id } = await messageNamed(id)
    await succeed(app, closeHl7Message, { message_id, reason: '重复消息' }, asMain())
    expect(await messageNamed(id)).toMatchObject({ state: 'closed', settled: { why: '重复消息' } })
    await forgetMessages(app.context)
    expect(await messageNamed(id)).toMatchObject({ state: 'closed' })
    app.advance(31 * 86_400)
    await forgetMessages(app.context)
    app.advance(-31 * 86_400)
    const left = (await messages()).map(({ control_id }) => control_id)
    expect(left).toContain(waiting)
    expect(left).not.toContain(id)
  })
})

describe('institutions', () => {
  test('register the same sender at one address, each has its own patients and messages', async () => {
    const theirs = await makeAccount(app, { role: '3' })
    const other = await registerSystem(app, theirs)
    expect(other.facility).not.toBe(facility)
    const number = fresh()
    const id = nextId()
    await adt('A04', { number, name: '本^院' }, { id })
    expect(await patientWith(number)).toMatchObject({ name: '本院' })
    const asTheirs = { token: theirs.token }
    const there = await succeed(app, listPatients, { adCardNumber: number }, asTheirs)
    expect(there.rows).toEqual([])
    expect((await succeed(app, listHl7Messages, {}, asTheirs)).rows).toEqual([])
    const { message_id } = await messageNamed(id)
    for (const call of [openHl7Message, playHl7Message, closeHl7Message]) {
      const body = { message_id, ...(call === closeHl7Message && { reason: '-' }) }
      const answered = await app.call(call, body, asTheirs)
      expect([call.path, answered.error_code]).toEqual([call.path, ERROR.notFound])
    }
    await adt('A04', { number, name: '他^院' }, { facility: other.facility, id })
    expect(await patientWith(number)).toMatchObject({ name: '本院' })
  })

  test('one sender is registered once', async () => {
    const again = await app.call(setHl7Peer, { peer_id, ...PEER, codes_octa: ['FP'] }, asMain())
    expect(again.data).toMatchObject({ fields: { codes_octa: expect.any(String) as string } })
    const { rows } = await succeed(app, listHl7Peers, {}, asMain())
    const far = rows.find(({ application }) => application === 'FAR')
    const body = { ...PEER, peer_id: far?.peer_id ?? '' }
    expect((await app.call(setHl7Peer, body, asMain())).msg).toContain('已登记')
  })

  test('a deleted patient is registered anew by no message unseen', async () => {
    const number = fresh()
    await adt('A04', { number })
    const { pid } = (await patientWith(number)) ?? { pid: '' }
    await succeed(app, deletePatient, { pid }, asMain())
    expect(await adt('A04', { number })).toMatchObject({ ack: 'AA' })
    expect((await patientWith(number))?.pid).not.toBe(pid)
  })
})
