import {
  addOrder,
  cancelOrder,
  deletePatient,
  getOrder,
  listOrders,
  listStations,
  mergePatients,
  OPEN_ORDERS_PER_PATIENT,
  setOrder,
  today,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { registerCamera } from '../../testing/camera.ts'
import { makePatient, nextEvent } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { order, ordersOf } from '../../testing/order-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { accessionOf } from './accession.ts'

let app: TestApp
let by: SignedIn
let pid: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '3' })
  pid = await makePatient(app, by, { name: '张三', birthday: '1960-05-17' })
})

const dayFromNow = (days: number) => today(new Date(Date.now() + days * 86_400_000))
const TODAY = today()
/** Orders lie in the past only because days go by. */
const moveTo = (order_id: string, day: string) =>
  withInstitution(app.context.db, by.oid ?? '', (trx) =>
    trx.updateTable('orders').set({ day }).where('order_id', '=', order_id).execute(),
  )
const shown = async (asked: Parameters<typeof ordersOf>[2] = {}) =>
  (await ordersOf(app, by, asked)).map(({ order_id }) => order_id)

describe('an order', () => {
  test('stands in the list of its day with its patient, who ordered it, and a number of its own', async () => {
    const { happened } = await nextEvent(app, 'orders', () => true)
    const first = await order(app, by, pid, { eyes: 'right', time: '09:30' })
    expect(await happened).toEqual({ order_id: first.order_id })
    const second = await order(app, by, pid, { modality: 'octa' })
    expect([first.accession, second.accession]).toEqual([accessionOf(1), accessionOf(2)])
    expect(first.accession).toMatch(/^[A-Z0-9]{1,16}$/)
    const listed = await succeed(app, listOrders, {}, by)
    expect(listed).toMatchObject({ open: 2, overdue: 0, total_count: 2 })
    expect(listed.rows[0]).toMatchObject({
      ...first,
      pid,
      name: '张三',
      birthday: '1960-05-17',
      modality: 'fundus',
      eyes: 'right',
      day: TODAY,
      time: '09:30',
      station: null,
      state: 'open',
      overdue: false,
      ordered_by: '演示用户',
      done: null,
      cancelled: null,
    })
  })

  test('of an earlier day that is open stands before those of today, and is marked', async () => {
    const late = await order(app, by, pid)
    await moveTo(late.order_id, dayFromNow(-3))
    const now = await order(app, by, pid)
    const coming = await order(app, by, pid, { day: dayFromNow(1) })
    const { rows, open, overdue } = await succeed(app, listOrders, {}, by)
    expect(rows.map(({ order_id, overdue: is }) => [order_id, is])).toEqual([
      [late.order_id, true],
      [now.order_id, false],
    ])
    expect({ open, overdue }).toEqual({ open: 1, overdue: 1 })
    expect(await shown({ day: dayFromNow(1) })).toEqual([coming.order_id])
    expect(await shown({ day: dayFromNow(-3) })).toEqual([late.order_id])
  })

  test('is found by kind, station and state', async () => {
    const { device_id } = await registerCamera(app, by)
    const { rows } = await succeed(app, listStations, {}, by)
    expect(rows).toEqual([{ device_id, name: '眼底相机 1' }])
    const at = await order(app, by, pid, { device_id })
    const octa = await order(app, by, pid, { modality: 'octa' })
    await succeed(app, cancelOrder, { order_id: octa.order_id, reason: '患者未到' }, by)
    expect(await shown({ device_id })).toEqual([at.order_id])
    expect(await shown({ modality: 'octa' })).toEqual([octa.order_id])
    expect(await shown({ state: 'open' })).toEqual([at.order_id])
    expect(await shown({ state: 'cancelled' })).toEqual([octa.order_id])
  })

  test('is changed while it is open, and its number stays', async () => {
    const { order_id, accession } = await order(app, by, pid)
    const body = { order_id, modality: 'octa', eyes: 'left', day: dayFromNow(2) } as const
    await succeed(app, setOrder, { ...body, time: '14:05', version: 1 }, by)
    const slip = await succeed(app, getOrder, { order_id }, by)
    expect(slip).toMatchObject({ accession, modality: 'octa', eyes: 'left', time: '14:05' })
    expect(slip.institution).not.toBe('')
    const stale = await app.call(setOrder, { ...body, version: 1 }, by)
    expect(stale).toMatchObject({ error_code: 1003, data: { stored: { version: 2 } } })
  })

  test('is cancelled with a reason, by whom and when, and is then changed no more', async () => {
    const { order_id } = await order(app, by, pid)
    expect(await app.call(cancelOrder, { order_id, reason: ' ' }, by)).toMatchObject({
      error_code: 1001,
    })
    await succeed(app, cancelOrder, { order_id, reason: '患者改约' }, by)
    const [row] = await ordersOf(app, by)
    expect(row).toMatchObject({
      state: 'cancelled',
      cancelled: { by: '演示用户', reason: '患者改约' },
    })
    const again = await app.call(cancelOrder, { order_id, reason: '重复' }, by)
    const changed = await app.call(setOrder, { order_id, modality: 'octa', day: TODAY }, by)
    for (const refused of [again, changed])
      expect(refused).toMatchObject({ error_code: 1003, msg: '该检查已完成或已取消，请刷新后核对' })
  })

  test('of the same photographs on the same day is refused, two at once too', async () => {
    const body = { pid, modality: 'fundus', day: TODAY } as const
    const both = await Promise.all([app.call(addOrder, body, by), app.call(addOrder, body, by)])
    expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
    await order(app, by, pid, { eyes: 'left' })
    expect(await shown()).toHaveLength(2)
  })

  test('counts toward the most that a patient may have', async () => {
    for (let n = 0; n < OPEN_ORDERS_PER_PATIENT; n++)
      await order(app, by, pid, { day: dayFromNow(n) })
    const more = await app.call(addOrder, { pid, modality: 'octa', day: TODAY }, by)
    expect(more).toMatchObject({ error_code: 1006 })
  })

  test('for a day that is over, a time that is none or a device of others is refused at its field', async () => {
    const stranger = await makeAccount(app, { role: '3' })
    const { device_id } = await registerCamera(app, stranger)
    for (const [field, wrong] of [
      ['day', { day: dayFromNow(-1) }],
      ['time', { time: '25:00' }],
      ['device_id', { device_id }],
    ] as const) {
      const refused = await app.call(
        addOrder,
        { pid, modality: 'fundus', day: TODAY, ...wrong },
        by,
      )
      expect(refused).toMatchObject({
        error_code: 1001,
        data: { fields: { [field]: expect.any(String) as string } },
      })
    }
  })

  test('has a number that is never given again, whoever asks at once', async () => {
    const colleague = await signIn(app, await addAccount(app, { role: '4', oid: by.oid ?? '' }))
    const pids = await Promise.all(Array.from({ length: 8 }, () => makePatient(app, by)))
    const made = await Promise.all(
      pids.map((pid, at) => order(app, at % 2 === 0 ? by : colleague, pid)),
    )
    expect(new Set(made.map(({ accession }) => accession)).size).toBe(8)
  })

  test('goes with its patient, and follows a merged record', async () => {
    const merged_pid = await makePatient(app, by, { name: '张三', birthday: '1960-05-17' })
    const { order_id } = await order(app, by, merged_pid)
    await succeed(app, mergePatients, { pid, merged_pid }, by)
    expect(await ordersOf(app, by)).toMatchObject([{ order_id, pid, name: '张三' }])
    await succeed(app, deletePatient, { pid }, by)
    expect(await shown()).toEqual([])
    expect((await app.call(getOrder, { order_id }, by)).error_code).toBe(1002)
  })

  test('of another institution is seen by nobody here', async () => {
    await order(app, by, pid)
    const stranger = await makeAccount(app, { role: '3' })
    expect(await ordersOf(app, stranger)).toEqual([])
  })
})

test('a number with a wrong digit, or two that changed places, is no order’s', () => {
  const digits = accessionOf(1_234_567).slice(1)
  const isValid = (number: string) => BigInt(number) % 97n === 1n
  expect(isValid(digits)).toBe(true)
  const wrong = Array.from(digits, (digit, at) =>
    Array.from('0123456789').flatMap((other) =>
      other === digit ? [] : digits.slice(0, at) + other + digits.slice(at + 1),
    ),
  ).flat()
  const swapped = Array.from(digits).flatMap((digit, at) =>
    at + 1 < digits.length && digit !== digits[at + 1]
      ? digits.slice(0, at) + digits.charAt(at + 1) + digit + digits.slice(at + 2)
      : [],
  )
  expect([...wrong, ...swapped].filter(isValid)).toEqual([])
  expect(accessionOf(99_999_999_999).length).toBeLessThanOrEqual(16)
})
