import {
  countNotices,
  deletePatient,
  fundusAnalysis,
  listNotices,
  BELL,
  readNotices,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArchive, makePatient, nextEvent, predict } from '../../testing/clinical-factories.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { ANALYSIS_ENDED } from '../../analysis-ended.ts'
import { giveUpAnalyse } from '../analyses/analyse.handler.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** An analysis that `by` asks for and that fails. */
async function ended(by: SignedIn, pid: string, rid?: string): Promise<string> {
  const image_id = rid ?? (await makeArchive(app, by, pid))
  const analysis_record_id = await predict(app, by, image_id)
  const { happened } = await nextEvent(app, 'anal_system')
  await giveUpAnalyse(app.context, ANALYSIS_ENDED)(
    { oid: by.oid ?? '', analysis_record_id },
    'analysis_fault',
  )
  await happened
  return image_id
}
const unread = async (by: SignedIn) => (await succeed(app, countNotices, {}, by)).unread
const listed = (by: SignedIn, size?: number) =>
  succeed(app, listNotices, size === undefined ? {} : { size }, by)
const read = (by: SignedIn, image_id?: string) =>
  succeed(app, readNotices, image_id === undefined ? {} : { image_id }, by)

test('an ended analysis stays as a notice of whoever asked for it, until that account has read it', async () => {
  const by = await makeAccount(app, { role: '4' })
  const colleague = await makeAccount(app, { role: '3', oid: by.oid ?? '' })
  const pid = await makePatient(app, by, { name: '演示患者甲' })
  const first = await ended(by, pid)
  const second = await ended(by, pid)
  const theirs = await ended(colleague, pid)
  expect([await unread(by), await unread(colleague)]).toEqual([2, 1])
  const row = { pid, name: '演示患者甲', modality: 'fundus', status: 'failed', is_read: false }
  expect(await listed(by)).toMatchObject({
    rows: [
      { ...row, image_id: second },
      { ...row, image_id: first },
    ],
    more: false,
  })
  expect(await listed(by, 1)).toMatchObject({ rows: [{ image_id: second }], more: true })

  await read(by, theirs)
  expect(await unread(by)).toBe(2)
  await read(by, first)
  expect((await listed(by)).rows.map(({ is_read }) => is_read)).toEqual([false, true])
  await read(by)
  expect([await unread(by), await unread(colleague)]).toEqual([0, 1])
})

test('are seen by nobody else of any role, and read by nobody else', async () => {
  const by = await makeAccount(app, { role: '4' })
  const image_id = await ended(by, await makePatient(app, by))
  for (const role of ['1', '3', '4', '5'] as const) {
    const other = await makeAccount(app, { role })
    await read(other, image_id)
    await read(other)
    expect(await unread(other)).toBe(0)
    if (role === '3' || role === '4') expect((await listed(other)).rows).toEqual([])
  }
  expect(await unread(by)).toBe(1)
})

test('a notice goes with its patient, and after 30 days', async () => {
  let by = await makeAccount(app, { role: '3' })
  const [kept, gone] = [await makePatient(app, by), await makePatient(app, by)]
  const image_id = await ended(by, kept)
  await ended(by, gone)
  await succeed(app, deletePatient, { pid: gone }, by)
  expect((await listed(by)).rows.map((row) => row.image_id)).toEqual([image_id])
  expect(await unread(by)).toBe(1)
  app.advance(BELL.keptDays * 86_400 + 60)
  by = await signIn(app, by)
  expect([await unread(by), (await listed(by)).rows]).toEqual([0, []])
  await ended(by, kept, image_id)
  expect((await listed(by)).rows).toHaveLength(1)
  const { rows } = await succeed(app, fundusAnalysis.list, { pid: kept }, by)
  expect(rows).toHaveLength(1)
})
