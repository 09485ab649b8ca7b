import { setOrder, today } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { atHospital, hl7App, nextId, pidOf, registerSystem } from '../../testing/hl7-system.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let port: number
let close: () => Promise<void>
let main: SignedIn
let clinician: SignedIn
let facility: string
beforeAll(async () => {
  const started = await hl7App()
  ;({ app, port, close } = started)
  main = await makeAccount(app, { role: '3' })
  clinician = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  ;({ facility } = await registerSystem(app, main))
})
afterAll(() => close())

const { send, adt, fresh, patientWith, messageNamed, ordersOf, play } = atHospital(() => ({
  app,
  port,
  main,
  facility,
}))

describe('an order', () => {
  const orm = (control: string, number: string, placer: string, rest = '', head = {}) =>
    send(
      'ORM^O01',
      [pidOf({ number }), `ORC|${control}|${placer}`, `OBR|1|${placer}||FP^眼底照相${rest}`],
      head,
    )

  test('registers its patient, is changed, and cancelled with the reason', async () => {
    const number = fresh()
    const placer = `X-${number}`
    expect(await orm('NW', number, placer)).toMatchObject({ ack: 'AA' })
    expect(await patientWith(number)).toMatchObject({ name: '王芳' })
    const [made] = await ordersOf(number)
    expect(made).toMatchObject({ modality: 'fundus', eyes: 'both', ordered_by: '医院信息系统' })

    const tq = 'TQ1|1||||||20990301093000'
    const omg = [pidOf({ number }), `ORC|XO|${placer}`, tq, `OBR|1|||OCTA${'|'.repeat(41)}RT`]
    expect(await send('OMG^O19', omg)).toMatchObject({ ack: 'AA' })
    const [moved] = await ordersOf(number, '2099-03-01')
    expect(moved).toMatchObject({ modality: 'octa', eyes: 'right', time: '09:30' })

    const cancel = [pidOf({ number }), `ORC|CA|${placer}${'|'.repeat(14)}^患者改期`]
    expect(await send('ORM^O01', cancel)).toMatchObject({ ack: 'AA' })
    const [cancelled] = await ordersOf(number, '2099-03-01')
    expect(cancelled).toMatchObject({ state: 'cancelled', cancelled: { reason: '患者改期' } })
    // A second cancellation changes nothing.
    expect(await send('ORM^O01', cancel)).toMatchObject({ ack: 'AA' })
  })

  test('is named by its accession number too', async () => {
    const number = fresh()
    await orm('NW', number, `Y-${number}`)
    const accession = (await ordersOf(number))[0]?.accession ?? ''
    expect(await send('ORM^O01', [pidOf({ number }), `ORC|CA||${accession}`])).toMatchObject({
      ack: 'AA',
    })
    expect(await ordersOf(number)).toMatchObject([{ state: 'cancelled' }])
  })

  test('that is sent twice under two numbers of messages is made once', async () => {
    const number = fresh()
    await orm('NW', number, `Z-${number}`)
    expect(await orm('NW', number, `Z-${number}`)).toMatchObject({ ack: 'AA' })
    expect(await ordersOf(number)).toHaveLength(1)
    const other = `${'|'.repeat(32)}20990101`
    const differs = await orm('NW', number, `Z-${number}`, other)
    expect(differs).toMatchObject({ ack: 'AE', at: 'ORC-2', code: '205' })
  })

  test('takes a time of another zone in that of the clinic', async () => {
    const number = fresh()
    const tq = 'TQ1|1||||||20990301230000+0000'
    await send('ORM^O01', [pidOf({ number }), `ORC|NW|Q-${number}`, tq, 'OBR|1|||FP'])
    expect(await ordersOf(number, '2099-03-02')).toMatchObject([{ time: '07:00' }])
  })

  test('that was changed in the clinic waits, until a person plays it again', async () => {
    const number = fresh()
    await orm('NW', number, `C-${number}`)
    const [made] = await ordersOf(number)
    if (!made) throw new Error('no order')
    const { order_id, version } = made
    const given = { modality: 'fundus', day: today(), eyes: 'left' } as const
    await succeed(app, setOrder, { order_id, version, ...given }, { token: clinician.token })
    const id = nextId()
    const answer = await orm('XO', number, `C-${number}`, `${'|'.repeat(41)}RT`, { id })
    expect(answer).toMatchObject({ ack: 'AE', code: '206' })
    expect(await ordersOf(number)).toMatchObject([{ eyes: 'left' }])
    const { message_id } = await messageNamed(id)
    expect(await play(message_id)).toMatchObject({ state: 'done', reason: null })
    expect(await ordersOf(number)).toMatchObject([{ eyes: 'right' }])
  })

  test.each([
    ['an unknown code', ['ORC|NW|U1', 'OBR|1|||XRAY'], 'OBR-4', '103'],
    ['no code', ['ORC|NW|U2', 'OBR|1'], 'OBR-4', '101'],
    ['no number', ['ORC|NW', 'OBR|1|||FP'], 'ORC-2', '101'],
    ['a day that is over', ['ORC|NW|U3', 'TQ1|||||||20200101', 'OBR|1|||FP'], 'TQ1-7', '102'],
    ['another control code', ['ORC|ZZ|U4', 'OBR|1|||FP'], 'ORC-1', '103'],
    ['a change of no order', ['ORC|XO|U5', 'OBR|1|||FP'], 'ORC-2', '204'],
    ['no ORC', ['OBR|1|||FP'], 'ORC', '100'],
  ])('with %s waits, and nothing of its message is done', async (_, rest, at, code) => {
    const number = fresh()
    const id = nextId()
    const first = ['ORC|NW|FIRST-OF-MANY', 'OBR|1|||FP']
    const both = at === 'ORC' ? rest : [...first, ...rest]
    const answer = await send('ORM^O01', [pidOf({ number }), ...both], { id })
    expect(answer).toMatchObject({ ack: 'AE', at, code })
    expect(await patientWith(number)).toBeNull()
    expect(await messageNamed(id)).toMatchObject({ state: 'waiting' })
  })

  test('of another patient is not changed', async () => {
    const [one, other] = [fresh(), fresh()]
    await orm('NW', one, `P-${one}`)
    await adt('A04', { number: other })
    expect(await orm('CA', other, `P-${one}`)).toMatchObject({ ack: 'AE', at: 'ORC-2' })
    expect(await ordersOf(one)).toMatchObject([{ state: 'open' }])
  })
})

describe('an appointment', () => {
  const siu = (trigger: string, number: string, day: string, code = 'FP') =>
    send(`SIU^${trigger}`, [
      `SCH|A-${number}||||||||||^^^${day}0900`,
      pidOf({ number }),
      `AIS|1||${code}`,
    ])

  test.each(['S13', 'S14'])('is made, changed by %s and cancelled', async (trigger) => {
    const number = fresh()
    expect(await siu('S12', number, '20990401')).toMatchObject({ ack: 'AA' })
    expect(await ordersOf(number, '2099-04-01')).toMatchObject([
      { modality: 'fundus', time: '09:00' },
    ])
    expect(await siu(trigger, number, '20990402')).toMatchObject({ ack: 'AA' })
    expect(await ordersOf(number, '2099-04-02')).toHaveLength(1)
    expect(await siu('S15', number, '20990402')).toMatchObject({ ack: 'AA' })
    expect(await ordersOf(number, '2099-04-02')).toMatchObject([{ state: 'cancelled' }])
  })

  test('of an unknown service waits', async () => {
    expect(await siu('S12', fresh(), '20990401', 'XRAY')).toMatchObject({
      ack: 'AE',
      at: 'AIS-3',
      code: '103',
    })
  })
})
