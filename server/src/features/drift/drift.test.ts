import {
  addDevice,
  countNotices,
  ERROR,
  fundusArchive,
  listDrift,
  listNotices,
  noteDrift,
  openDrift,
  setDevice,
  setDrift,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import { bringWeek, mondayBefore } from '../../testing/drift-factory.ts'
import { makeAccount, signIn, addAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { watchDevices } from './duties.ts'

let app: TestApp
let main: SignedIn
let pid: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  main = await makeAccount(app, { role: '3' })
  pid = await makePatient(app, main)
})

const ago = (weeks: number) => mondayBefore(app.context.now(), weeks)
const as = (by: SignedIn) => ({ token: by.token })
const list = () => succeed(app, listDrift, {}, as(main))
const open = (drift_id: string) => succeed(app, openDrift, { drift_id }, as(main))
const turn = (on: boolean) => succeed(app, setDrift, { on }, as(main))
const bring = (weeks: number, more: Omit<Parameters<typeof bringWeek>[2], 'week'> = {}) =>
  bringWeek(
    app.context.db,
    { oid: main.oid ?? '', uid: main.uid, pid },
    { week: ago(weeks), ...more },
  )
const watch = () => watchDevices(app.context)
const only = async () => {
  const { rows } = await list()
  expect(rows).toHaveLength(1)
  return rows[0] ?? expect.fail()
}
const unread = async () => (await succeed(app, countNotices, {}, as(main))).unread
const anyUrl = <Row extends { thumb_url: string }>(row: Row) => ({
  ...row,
  thumb_url: expect.any(String) as string,
})
const note = (alarm_id: string, more: { note?: string; anew?: boolean } = {}) =>
  app.call(noteDrift, { alarm_id, note: '已清洁镜头', ...more }, as(main))

/** As if no week from this one on had been counted. */
const countFrom = (weeks: number) =>
  withInstitution(app.context.db, main.oid ?? '', (trx) =>
    sql`UPDATE institutions SET drift_since = now() - interval '1 year', drift_through = ${ago(weeks)}
      WHERE oid = ${main.oid}`.execute(trx),
  )

/** Three weeks of first photographs, and quiet ones up to a week. */
async function quietUntil(weeks: number) {
  for (let week = 10; week >= weeks; week--) await bring(week)
}

test('nothing is counted until the institution asks for it, and then every week that was missed', async () => {
  await quietUntil(6)
  await watch()
  expect(await list()).toEqual({ since: null, through: null, rows: [] })
  await turn(true)
  await watch()
  const device = await only()
  expect(device).toMatchObject({
    name: 'Topcon NW400',
    networks: 'quality 1.0.0',
    state: 'within',
    collected: 500,
    begun: ago(10),
    week: ago(6),
    alarm: null,
    is_new_version: false,
  })
  expect(device.looks.map(({ measure, state }) => `${measure} ${state}`)).toEqual([
    'quality within',
    'untold within',
    'score within',
    'referable within',
    // 30 reports of a week: two weeks are enough for 50.
    'agreement within',
  ])
  const { weeks } = await open(device.drift_id)
  // The third week brought the 500th photograph, and 40 more.
  expect(weeks.map(({ week, photographs }) => [week, photographs])).toEqual([
    [ago(8), 40],
    [ago(7), 180],
    [ago(6), 180],
  ])
  expect(weeks[0]?.looks.find(({ measure }) => measure === 'quality')).toMatchObject({
    state: 'few',
    n: 40,
    weeks: 1,
  })
  expect(weeks[1]?.looks.find(({ measure }) => measure === 'quality')).toMatchObject({
    state: 'within',
    n: 220,
    weeks: 2,
  })
})

test('a watch that runs twice, or twice at once, writes one row of a week', async () => {
  await quietUntil(5)
  await turn(true)
  await Promise.all([watch(), watch()])
  await watch()
  const { weeks } = await open((await only()).drift_id)
  expect(weeks.map(({ week }) => week)).toEqual([8, 7, 6, 5].map(ago))
  expect((await list()).through).toBe(ago(0))
})

test('a dirty lens is told once, with the photographs that show it most, until somebody says what was done', async () => {
  await quietUntil(4)
  await turn(true)
  await bring(3, { worse: 0.25 })
  await bring(2, { worse: 0.25 })
  await watch()
  const device = await only()
  expect(device).toMatchObject({
    state: 'left',
    week: ago(2),
    alarm: { week: ago(2), measures: ['quality'] },
  })
  expect(await unread()).toBe(1)
  const { drift } = await succeed(app, listNotices, {}, as(main))
  expect(drift).toMatchObject([
    { drift_id: device.drift_id, device: 'Topcon NW400', is_read: false },
  ])

  const { photographs, alarms } = await open(device.drift_id)
  expect(photographs).toHaveLength(10)
  // The lowest quality there is: 0.6 - 0.25, and its neighbours.
  expect(photographs[0]).toMatchObject({ place: 1, measure: 'quality', pid, record_date: ago(2) })
  expect(photographs.map(({ value }) => value)).toEqual(
    photographs.map(({ value }) => value).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
  )
  expect(photographs[9]?.value).toBeLessThan(0.37)
  expect(alarms).toMatchObject([{ week: ago(2), measures: ['quality'], note: null }])
  // Who opened it has seen it.
  expect(await unread()).toBe(0)
  expect((await open(device.drift_id)).alarms[0]?.seen?.by).not.toBe('')

  // A third week outside is not told again.
  await countFrom(1)
  await bring(1, { worse: 0.25 })
  await watch()
  expect(await only()).toMatchObject({ state: 'left', week: ago(1) })
  expect(await unread()).toBe(0)
  expect((await open(device.drift_id)).alarms).toHaveLength(1)

  expect((await note(device.alarm?.alarm_id ?? '')).error_code).toBe(0)
  expect((await open(device.drift_id)).alarms).toMatchObject([{ note: { text: '已清洁镜头' } }])
  expect(await only()).toMatchObject({ state: 'noted', alarm: null, looks: [] })
  expect((await note(device.alarm?.alarm_id ?? '')).error_code).toBe(ERROR.conflict)
})

test('one week outside is no drift, nor two that another one parts', async () => {
  await quietUntil(4)
  await turn(true)
  await bring(3, { worse: 0.25 })
  await bring(2)
  await bring(1, { worse: 0.25 })
  await watch()
  expect(await only()).toMatchObject({ state: 'once', alarm: null })
  expect(await unread()).toBe(0)
})

/** As if the note had been made in a week, and no week since been counted. */
const asOf = async (weeks: number) => {
  await withInstitution(app.context.db, main.oid ?? '', async (trx) => {
    const noted = sql`${ago(weeks)}::date + interval '2 days'`
    await sql`UPDATE drift_alarms SET noted_at = ${noted} WHERE note IS NOT NULL`.execute(trx)
    await sql`UPDATE drift_comparisons SET ended_at = ${noted} WHERE ended_at IS NOT NULL`.execute(
      trx,
    )
  })
  await countFrom(weeks)
}

test('weeks after what was done count anew, and a device that is still outside is told again', async () => {
  await quietUntil(7)
  await turn(true)
  await asOf(11)
  for (const week of [6, 5]) await bring(week, { worse: 0.25 })
  await watch()
  await note((await only()).alarm?.alarm_id ?? '')
  await asOf(4)
  // The week of the note, and the one after it.
  for (const week of [4, 3]) await bring(week, { worse: 0.25 })
  await watch()
  expect(await only()).toMatchObject({ state: 'once', alarm: null })
  await bring(2, { worse: 0.25 })
  await countFrom(2)
  await watch()
  expect(await only()).toMatchObject({ state: 'left', alarm: { week: ago(2) } })
  expect((await open((await only()).drift_id)).alarms).toHaveLength(2)
})

test('a device that is another one by now is compared with its next photographs', async () => {
  await quietUntil(7)
  await turn(true)
  await asOf(11)
  for (const week of [6, 5]) await bring(week, { worse: 0.25 })
  await watch()
  await note((await only()).alarm?.alarm_id ?? '', { anew: true })
  await asOf(4)
  // The week of the note is of the earlier device.
  for (const week of [4, 3]) await bring(week, { worse: 0.25 })
  await watch()
  expect(await only()).toMatchObject({ state: 'collecting', collected: 180, begun: ago(3) })
})

test('a new version of the networks begins a new comparison, and says so', async () => {
  await quietUntil(4)
  await turn(true)
  await bring(3, { networks: '2.0.0' })
  await watch()
  expect(await only()).toMatchObject({
    state: 'collecting',
    collected: 180,
    networks: 'quality 2.0.0',
    is_new_version: true,
  })
})

test('clinicians who sign other stages than before are noticed, in the photographs they differ in', async () => {
  await quietUntil(4)
  await turn(true)
  for (const week of [3, 2, 1]) await bring(week, { isCorrected: true })
  await watch()
  const device = await only()
  // 30 photographs of a week are signed: two weeks make one look.
  expect(device).toMatchObject({ state: 'once' })
  expect(device.looks.find(({ measure }) => measure === 'agreement')).toMatchObject({
    state: 'out',
    now: 0,
    base: 1,
  })
})

test('small weeks join until they are enough, and say until then that they are too few', async () => {
  await quietUntil(8)
  await turn(true)
  for (let week = 7; week > 3; week--) await bring(week, { sittings: 10 })
  await watch()
  const { weeks } = await open((await only()).drift_id)
  const said = weeks.flatMap(({ looks }) =>
    looks.flatMap((look) => (look.measure === 'quality' ? [[look.state, look.n]] : [])),
  )
  expect(said).toEqual([
    ['few', 40],
    ['within', 60],
    ['few', 20],
    ['few', 40],
    ['within', 60],
  ])
})

test('a device without enough photographs is never said to be well', async () => {
  await quietUntil(8)
  await turn(true)
  await bring(7, { sittings: 3, device: 'Canon CR-2' })
  await watch()
  const { rows } = await list()
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    // Nothing came from it for eight weeks.
    ['Topcon NW400', 'few'],
    ['Canon CR-2', 'collecting'],
  ])
})

test('photographs taken long before are none of the camera of today', async () => {
  await turn(true)
  await bring(3, { taken: 31 })
  await bring(2, { taken: 30 })
  await watch()
  expect(await only()).toMatchObject({ collected: 180, begun: ago(2) })
})

test('a registered device keeps its line under a new name', async () => {
  const given = {
    name: '一诊室相机',
    ae_title: 'CAM1',
    addresses: ['10.0.0.9'],
    modality: 'fundus',
  }
  const camera = { ...given, collect_device: 'Canon CR-2', img_type: 1 } as const
  const { device_id } = await succeed(app, addDevice, { ...camera, modality: 'fundus' }, as(main))
  await turn(true)
  await bring(3, { device_id })
  await watch()
  expect(await only()).toMatchObject({ name: '一诊室相机', collected: 180 })
  await succeed(
    app,
    setDevice,
    { ...camera, modality: 'fundus', device_id, name: '二诊室相机' },
    as(main),
  )
  await countFrom(2)
  await bring(2, { device_id, device: 'Another model' })
  await watch()
  expect(await only()).toMatchObject({ name: '二诊室相机', collected: 360 })
})

test('what a sitting names in other letters is the same device', async () => {
  await turn(true)
  await bring(3, { device: 'Topcon NW400' })
  await bring(2, { device: ' ＴＯＰＣＯＮ nw400' })
  await watch()
  expect(await only()).toMatchObject({ collected: 360 })
})

test('a photograph that is deleted afterwards is not shown, and the week stands', async () => {
  await quietUntil(4)
  await turn(true)
  for (const week of [3, 2]) await bring(week, { worse: 0.25 })
  await watch()
  const { drift_id } = await only()
  const before = await open(drift_id)
  await succeed(app, fundusArchive.delete, { rid: before.photographs[0]?.rid ?? '' }, as(main))
  const after = await open(drift_id)
  expect(after.photographs).toEqual(
    before.photographs.filter(({ rid }) => rid !== before.photographs[0]?.rid).map(anyUrl),
  )
  expect(after.photographs.length).toBeLessThan(10)
  expect(after.weeks).toEqual(before.weeks)
})

test('another institution has nothing to see or to note, and clinicians are refused', async () => {
  await quietUntil(4)
  await turn(true)
  for (const week of [3, 2]) await bring(week, { worse: 0.25 })
  await watch()
  const { drift_id, alarm } = await only()
  const alarm_id = alarm?.alarm_id ?? ''
  const stranger = await makeAccount(app, { role: '3' })
  expect((await succeed(app, listDrift, {}, as(stranger))).rows).toEqual([])
  expect((await app.call(openDrift, { drift_id }, as(stranger))).error_code).toBe(ERROR.notFound)
  const said = { alarm_id, note: '-' }
  expect((await app.call(noteDrift, said, as(stranger))).error_code).toBe(ERROR.notFound)
  const nurse = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  for (const [call, body] of [
    [listDrift, {}],
    [openDrift, { drift_id }],
    [setDrift, { on: false }],
    [noteDrift, said],
  ] as const)
    expect((await app.call(call, body, as(nurse))).status).toBe(600)
  // The bell of a clinician has none.
  expect((await succeed(app, listNotices, {}, as(nurse))).drift).toEqual([])
  expect((await succeed(app, countNotices, {}, as(nurse))).unread).toBe(0)
})
