import {
  countNotices,
  getTrialReport,
  listNotices,
  listTrialBatches,
  uploadTrialBatch,
  type EventData,
} from '@mingmou/contract'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  drawnPhotograph,
  makeSitting,
  predict,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { twoHalves } from '../../testing/two-halves.ts'
import { findTenant } from '../tenants/tenants.ts'

// A program of its own: nothing else waits for its worker.
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const newUser = () => makeAccount(app, { role: '5' })
/** A picture that is no fundus. */
const plainPicture = () => twoHalves(64, 48, { r: 9, g: 9, b: 1 }).png().toBuffer()
const send = (by: SignedIn, bytes: Buffer, name: string) =>
  upload(app, by, bytes, name, 'experience')
const list = (by: SignedIn) => succeed(app, listTrialBatches, { uid: by.uid }, by)

/** Every event of the live connection of an account that is about a batch. */
async function hearing(by: SignedIn) {
  const socket = io(app.url, { path: '/live', forceNew: true, auth: { token: by.token } })
  const heard: EventData<'anal_ex'>[] = []
  const moved: EventData<'anal_progress'>[] = []
  const other: unknown[] = []
  socket.on('anal_ex', (data: EventData<'anal_ex'>) => heard.push(data))
  socket.on('anal_progress', (data: EventData<'anal_progress'>) => moved.push(data))
  socket.on('anal_system', (data) => other.push(data))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return { socket, heard, moved, other }
}

test('a batch waits for a clinician’s single sitting, and tells its user alone how far it is and once that it ended', async () => {
  const [by, stranger] = [await newUser(), await newUser()]
  const [mine, theirs] = [await hearing(by), await hearing(stranger)]
  const plain = await send(by, await plainPicture(), 'plain.jpg')
  const drawn = await send(by, await drawnPhotograph(), 'drawn.jpg')
  const { anal_id } = await succeed(
    app,
    uploadTrialBatch,
    { uid: by.uid, file_list: [drawn, plain] },
    by,
  )
  expect((await list(by)).rows[0]).toMatchObject({ ended_count: 0, total_count: 2 })
  // Asked for after the batch.
  const clinic = await makeSitting(app)
  await predict(app, clinic.by, clinic.rid)
  await work(app)
  await expect.poll(() => mine.heard.length).toBe(1)
  expect(mine.heard[0]).toEqual({
    title: '体验分析完成',
    msg: '本批照片分析完成，可判读 1/2 张',
    anal_status: 1,
    success_count: 1,
    anal_id,
    encoded: { title: 'trial_done_title', msg: 'trial_done|1/2' },
    created_at: expect.any(String) as string,
  })
  expect(mine.moved.length).toBeGreaterThan(1)
  const [single] = await endsIn(clinic.by.oid)
  const [earliest = 0] = await endsIn(await findTenant(app.context.db, by.uid))
  expect(single).toBeLessThan(earliest)
  const { rows, success_count } = await list(by)
  expect(success_count).toBe(1)
  expect(rows[0]).toMatchObject({ success_count: 1, ended_count: 2, total_count: 2 })
  expect(rows[0]?.file_list).toMatchObject([
    { file_name: 'drawn.jpg', status: 'done', error: null },
    { file_name: 'plain.jpg', status: 'done', error: '未识别到眼底，可能不是眼底照片' },
  ])
  const notices = async (who: SignedIn) => (await succeed(app, listNotices, {}, who)).rows
  expect(await notices(by)).toMatchObject([{ anal_id, is_read: false }])
  expect((await succeed(app, countNotices, {}, by)).unread).toBe(1)
  expect(await notices(stranger)).toEqual([])
  const { report_data } = await succeed(app, getTrialReport, { uid: by.uid, anal_id }, by)
  expect(await notices(by)).toMatchObject([{ anal_id, is_read: true }])
  expect((await succeed(app, countNotices, {}, by)).unread).toBe(0)
  const [first, second] = report_data.images
  const judged = [first, second].map((image) => [image?.file_name, image?.photograph?.gradable])
  expect(judged).toContainEqual(['drawn.jpg', true])
  expect(judged).toContainEqual(['plain.jpg', false])
  expect(first?.photograph?.DR).toBeDefined()
  // The tenant's own notice comes to nobody, and nothing of it to another.
  expect([mine.other, theirs.heard, theirs.moved, theirs.other]).toEqual([[], [], [], []])
  mine.socket.disconnect()
  theirs.socket.disconnect()
})

/** When the analyses of an institution ended, the first one first. */
async function endsIn(oid: string | null): Promise<number[]> {
  const rows = await withInstitution(app.context.db, oid ?? '', (trx) =>
    trx.selectFrom('analyses').select('ended_at').orderBy('ended_at').execute(),
  )
  return rows.map(({ ended_at }) => ended_at?.getTime() ?? Infinity)
}
