import {
  addTrialPhotograph,
  deleteTrialAccount,
  deleteTrialBatches,
  dropTrialPhotographs,
  ERROR,
  getTrialReport,
  listNotices,
  listTrialBatches,
  listTrialPhotographs,
  locateTrialBatch,
  login,
  today,
  TRIAL,
  uploadTrialBatch,
  type FundusFindings,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { keepNotice } from '../notices/service.ts'
import { keepAnalysis } from '../analyses/keep.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { hugePng } from '../../testing/bad-images.ts'
import { upload } from '../../testing/clinical-factories.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { twoHalves } from '../../testing/two-halves.ts'
import { takeTry } from '../sessions/throttle.ts'
import { removeOldPhotographs } from './remove.ts'
import { findTenant } from '../tenants/tenants.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const newUser = () => makeAccount(app, { role: '5' })

let shades = 0
/** A picture that no other is like, and no fundus. */
const picture = () => twoHalves(64, 48, { r: 9, g: 9, b: ++shades }).png().toBuffer()

const send = async (by: SignedIn, bytes?: Buffer, name = 'eye.jpg') =>
  upload(app, by, bytes ?? (await picture()), name, 'experience')

const add = (by: SignedIn, key: string, name = 'eye.jpg') =>
  succeed(app, addTrialPhotograph, { key, name }, by)

const analyse = (by: SignedIn, file_list: string[]) =>
  succeed(app, uploadTrialBatch, { uid: by.uid, file_list }, by)

const accepted = async (by: SignedIn) => succeed(app, listTrialPhotographs, {}, by)
const list = (by: SignedIn, page = {}) =>
  succeed(app, listTrialBatches, { uid: by.uid, ...page }, by)

async function batchOf(by: SignedIn, count = 1): Promise<string> {
  const keys = await Promise.all(Array.from({ length: count }, () => send(by)))
  return (await analyse(by, keys)).anal_id
}

describe('photographs of a trial user', () => {
  test('are kept as they are accepted, and none is lost or doubled by a second try', async () => {
    const by = await newUser()
    const key = await send(by)
    const first = await add(by, key, '右眼 1.jpg')
    expect(first).toMatchObject({ key, file_name: '右眼 1.jpg' })
    // The answer was lost: the page asks again.
    expect(await add(by, key, '右眼 1.jpg')).toMatchObject({ key })
    const other = await send(by)
    await add(by, other)
    expect((await accepted(by)).rows.map((row) => row.key)).toEqual([key, other])
    expect((await accepted(by)).left_today).toBe(TRIAL.perDay - 2)
    const { anal_id } = await analyse(by, [other, key])
    expect(await analyse(by, [other, key])).toEqual({ anal_id })
    expect((await accepted(by)).rows).toEqual([])
    const { rows, total_count } = await list(by)
    expect(total_count).toBe(1)
    expect(rows[0]?.file_list.map((file) => file.file_name)).toEqual(['eye.jpg', '右眼 1.jpg'])
    const again = await app.call(
      uploadTrialBatch,
      { uid: by.uid, file_list: [key, await send(by)] },
      by,
    )
    expect(again).toMatchObject({ error_code: ERROR.conflict })
  })

  test('that are the same are refused with the name of the first, in a later batch too', async () => {
    const by = await newUser()
    const bytes = await picture()
    await add(by, await send(by, bytes), 'first.jpg')
    for (const step of ['waiting', 'analysed']) {
      const key = await send(by, bytes)
      const answered = await app.call(addTrialPhotograph, { key, name: 'again.jpg' }, by)
      expect([step, answered]).toMatchObject([
        step,
        { error_code: ERROR.conflict, msg: '与已上传的照片相同，不再重复接收：first.jpg' },
      ])
      if (step === 'waiting')
        await analyse(
          by,
          (await accepted(by)).rows.map((row) => row.key),
        )
    }
    // Another user has a photograph of his own, whatever it is like.
    const other = await newUser()
    expect(await add(other, await send(other, bytes))).toMatchObject({ file_name: 'eye.jpg' })
  })

  test('that are no image or too large are refused by name, and the others stay', async () => {
    const by = await newUser()
    const good = await send(by)
    await add(by, good)
    for (const [name, bytes] of [
      ['notes.jpg', Buffer.from('no image')],
      ['huge.png', hugePng()],
    ] as const) {
      const key = await send(by, bytes, name)
      const answered = await app.call(addTrialPhotograph, { key, name }, by)
      expect(answered).toMatchObject({ error_code: ERROR.imageRefused })
      expect(answered.msg).toContain(name)
    }
    expect((await accepted(by)).rows.map((row) => row.key)).toEqual([good])
  })

  test('are at most fifty in a batch and 200 on a day, and the refusal names the limit', async () => {
    const by = await newUser()
    await fill(by, TRIAL.perBatch)
    const key = await send(by)
    const full = await app.call(addTrialPhotograph, { key, name: 'eye.jpg' }, by)
    expect(full).toMatchObject({ error_code: ERROR.limitReached })
    expect(full.msg).toContain('50')
    const keys = (await accepted(by)).rows.map((row) => row.key)
    const many = await app.call(uploadTrialBatch, { uid: by.uid, file_list: [...keys, key] }, by)
    expect(many).toMatchObject({ error_code: ERROR.validation })
    await analyse(by, keys)
    await fill(by, TRIAL.perDay - TRIAL.perBatch)
    const late = await app.call(addTrialPhotograph, { key, name: 'eye.jpg' }, by)
    expect(late).toMatchObject({ error_code: ERROR.limitReached })
    expect(late.msg).toContain('200')
    expect((await accepted(by)).left_today).toBe(0)
  })

  test('can be taken back until they are analysed', async () => {
    const by = await newUser()
    const [kept, dropped] = [await send(by), await send(by)]
    for (const key of [kept, dropped]) await add(by, key)
    await analyse(by, [kept])
    await succeed(app, dropTrialPhotographs, { keys: [kept, dropped] }, by)
    expect((await accepted(by)).rows).toEqual([])
    expect((await list(by)).rows[0]).toMatchObject({ total_count: 1 })
    expect(await filesOf(by)).toHaveLength(2)
  })

  test('are deleted by their user at once with their files: a batch, or all', async () => {
    const by = await newUser()
    const other = await newUser()
    const [first, second] = [await batchOf(by), await batchOf(by)]
    await add(by, await send(by))
    const theirs = await batchOf(other)
    const foreign = { uid: by.uid, anal_id: theirs }
    expect((await app.call(deleteTrialBatches, foreign, by)).error_code).toBe(ERROR.notFound)
    await succeed(app, deleteTrialBatches, { uid: by.uid, anal_id: first }, by)
    expect((await list(by)).rows.map(({ anal_id }) => anal_id)).toEqual([second])
    await succeed(app, deleteTrialBatches, { uid: by.uid }, by)
    expect([(await list(by)).rows, (await accepted(by)).rows]).toEqual([[], []])
    const oid = await findTenant(app.context.db, by.uid)
    for await (const { key } of app.context.files.list(`archives/${oid}/`)) expect(key).toBe('')
    expect((await list(other)).rows).toHaveLength(1)
  })

  test('go with the account, which its user deletes by the password', async () => {
    const by = await newUser()
    await batchOf(by)
    const asked = { uid: by.uid, password: 'wrong-one1' }
    expect((await app.call(deleteTrialAccount, asked, by)).error_code).toBe(ERROR.wrongPassword)
    await succeed(app, deleteTrialAccount, { uid: by.uid, password: by.password }, by)
    expect((await app.call(listTrialPhotographs, {}, by)).status).toBe(403)
    const typed = { account: by.account, password: by.password, accountType: 1 } as const
    expect((await app.call(login, typed)).error_code).toBe(ERROR.wrongPassword)
  })

  test('are numbered by the names of their files', async () => {
    const by = await newUser()
    const names = ['10.jpg', '2.jpg', '右眼.jpg', '1.jpg']
    const keys: string[] = []
    for (const name of names) {
      const key = await send(by)
      await add(by, key, name)
      keys.push(key)
    }
    await analyse(by, keys)
    const [batch] = (await list(by)).rows
    expect(batch?.file_list.map(({ file_name }) => file_name)).toEqual([
      '1.jpg',
      '2.jpg',
      '10.jpg',
      '右眼.jpg',
    ])
  })

  test('are gone after 30 days with their files, and said to be', async () => {
    const by = await newUser()
    await batchOf(by, 2)
    await add(by, await send(by))
    const oid = (await findTenant(app.context.db, by.uid)) ?? ''
    await withInstitution(app.context.db, oid, async (trx) => {
      const [analysis] = await trx
        .selectFrom('analyses')
        .selectAll()
        .where('oid', '=', oid)
        .execute()
      if (!analysis) throw new Error('no analysis')
      await keepNotice(app.context, trx, analysis)
    })
    const [batch] = (await list(by)).rows
    const day = Date.parse(batch?.created_at ?? '') + 8 * 3_600_000 + TRIAL.keptDays * 86_400_000
    expect(batch?.deleted_on).toBe(new Date(day).toISOString().slice(0, 10))
    await removeOldPhotographs(app.context)
    expect(await filesOf(by)).toHaveLength(6)
    app.advance(TRIAL.keptDays * 86_400)
    await removeOldPhotographs(app.context)
    const later = await signIn(app, by)
    expect(await list(later)).toMatchObject({ total_count: 0, rows: [] })
    expect((await accepted(later)).rows).toEqual([])
    expect(await filesOf(by)).toEqual([])
    expect((await succeed(app, listNotices, {}, later)).rows).toEqual([])
  })

  test('are nothing that another trial user can reach by id or key', async () => {
    const [by, stranger] = [await newUser(), await newUser()]
    const anal_id = await batchOf(by)
    const key = await send(by)
    await add(by, key)
    const uid = stranger.uid
    for (const [call, body] of [
      [getTrialReport, { uid, anal_id }],
      [locateTrialBatch, { uid, anal_id }],
      [listTrialBatches, { uid: by.uid }],
    ] as const) {
      expect(await app.call(call, body, stranger)).toMatchObject({ error_code: ERROR.notFound })
    }
    for (const [call, body] of [
      [addTrialPhotograph, { key, name: 'eye.jpg' }],
      [uploadTrialBatch, { uid, file_list: [key] }],
    ] as const) {
      const answered = await app.call(call, body, stranger)
      expect(answered).toMatchObject({ error_code: ERROR.uploadUnfinished })
    }
    await succeed(app, dropTrialPhotographs, { keys: [key] }, stranger)
    expect((await accepted(by)).rows).toHaveLength(1)
    expect((await list(stranger)).rows).toEqual([])
  })
})

describe('a batch of a trial user', () => {
  test('is found on its page, four to a page unless asked otherwise', async () => {
    const by = await newUser()
    const ids: string[] = []
    for (let at = 0; at < 6; at++) ids.unshift(await batchOf(by))
    const { rows, page, total_count } = await list(by)
    expect([rows.map((row) => row.anal_id), page, total_count]).toEqual([ids.slice(0, 4), 1, 6])
    const locate = (anal_id = '', size = {}) =>
      succeed(app, locateTrialBatch, { uid: by.uid, anal_id, ...size }, by)
    expect(await locate(ids[4])).toEqual({ page_num: 2, index: 0 })
    expect(await locate(ids[5], { size: 5 })).toEqual({ page_num: 2, index: 0 })
    expect((await list(by, { page: 2, size: 5 })).rows[0]?.anal_id).toBe(ids[5])
  })

  test('reports the worst first, what cannot be judged before what shows nothing, and no person', async () => {
    const by = await newUser()
    const anal_id = await batchOf(by, 4)
    const { dr, quality } = SAMPLE_FINDINGS
    const healthy = {
      ...SAMPLE_FINDINGS,
      dr_grade: 0 as const,
      dr: dr && { ...dr, referable: false },
    }
    const blurred = {
      gradable: false,
      dr_grade: null,
      quality: { ...quality, gradable: false, reasons: ['blurred'] },
    }
    await endWith(by, anal_id, [
      healthy,
      { ...SAMPLE_FINDINGS, ...blurred } as FundusFindings,
      { ...SAMPLE_FINDINGS, dr_grade: 3 },
    ])
    const { report_data } = await succeed(app, getTrialReport, { uid: by.uid, anal_id }, by)
    const { images, ...counts } = report_data
    expect(counts).toMatchObject({ success_count: 2, ended_count: 3, total_count: 4 })
    expect(images.map((image) => [image.image_index, image.status, image.error])).toEqual([
      [2, 'done', null],
      [1, 'done', '图像模糊'],
      [3, 'queued', null],
      [0, 'done', null],
    ])
    expect(images.map((image) => image.photograph?.DR.stage)).toEqual([3, null, undefined, 0])
    expect(Object.keys(images[0]?.photograph ?? {})).not.toContain('glaucoma')
    expect(JSON.stringify(report_data)).not.toMatch(/1900-01-01|TRIAL/)
  })
})

/** Ends analyses of a batch, in its order, with these findings. */
async function endWith(by: SignedIn, anal_id: string, findings: readonly FundusFindings[]) {
  const oid = (await findTenant(app.context.db, by.uid)) ?? ''
  await withInstitution(app.context.db, oid, async (trx) => {
    const rows = await trx
      .selectFrom('trial_photographs')
      .innerJoin('archives', 'archives.rid', 'trial_photographs.rid')
      .select(['archives.rid', 'archives.pid'])
      .where('anal_id', '=', anal_id)
      .orderBy('image_index')
      .execute()
    for (const [index, found] of findings.entries()) {
      const { rid = '', pid = '' } = rows[index] ?? {}
      const made = { analysis_record_id: newId(), pid, rid, requested_by: by.uid }
      const outcome = { image_index: 0, findings: found, overlays: [], error: null }
      await keepAnalysis(trx, oid, { ...made, modality: 'fundus' }, [outcome])
    }
  })
}

async function filesOf(by: SignedIn): Promise<string[]> {
  const oid = (await findTenant(app.context.db, by.uid)) ?? ''
  const keys: string[] = []
  for await (const { key } of app.context.files.list(`archives/${oid}/`)) keys.push(key)
  return keys
}

/** Photographs accepted before, without their files. */
async function fill(by: SignedIn, count: number): Promise<void> {
  const day = `trial photographs of ${by.uid} ${today(app.context.now())}`
  await takeTry(app.context, day, { count: TRIAL.perDay, windowSeconds: 86_400 }, count)
  const oid = (await findTenant(app.context.db, by.uid)) ?? ''
  await withInstitution(app.context.db, oid, (trx) =>
    sql`
      WITH made AS (SELECT gen_random_uuid() AS rid FROM generate_series(1, ${count}::int)),
      kept AS (
        INSERT INTO archives (rid, oid, pid, modality, record_date, collect_device, fields, created_by)
        SELECT rid, ${oid}::uuid, pid, 'fundus', '2024-03-01', '-', '{"img_type":1}', ${by.uid}::uuid
        FROM made, patients RETURNING rid),
      shown AS (
        INSERT INTO archive_images (rid, oid, image_index, upload_key, file_name, file_key, thumb_key,
          sha256, width, height)
        SELECT rid, ${oid}::uuid, 0, 'uploads/experience/' || ${by.uid}::text || '/' || rid, '-', '-', '-', rid::text, 1, 1
        FROM kept RETURNING rid)
      INSERT INTO trial_photographs (rid, oid, file_name, sha256, created_by, created_at)
      SELECT rid, ${oid}::uuid, '-', rid::text, ${by.uid}::uuid, ${app.context.now()} FROM shown`.execute(
      trx,
    ),
  )
}
