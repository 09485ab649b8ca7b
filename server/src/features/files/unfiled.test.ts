import {
  addTrialPhotograph,
  dropTrialPhotographs,
  ERROR,
  fundusArchive,
  getStsToken,
  listTrialPhotographs,
  TRIAL,
  type UploadType,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archiveFields, makePatient, plainImage } from '../../testing/clinical-factories.ts'
import { makeAccount, makeInstitution, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { objectStore } from '../../testing/object-store.ts'
import { passHour } from '../../testing/hour.ts'
import { settleUploads } from './unfiled.ts'

const MIB = 1024 * 1024

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    unfiled: { account: 4 * MIB, institution: 6 * MIB, trialAccount: 2 * MIB, strangers: 3 * MIB },
  })
})
afterAll(() => app.close())

async function send(by: SignedIn, bytes: Buffer, file_type: UploadType, to = app) {
  const { sts_config } = await succeed(to, getStsToken, { file_type }, by)
  const key = `${sts_config.key_prefix}eye.jpg`
  const form = new FormData()
  for (const [field, value] of Object.entries(sts_config.fields)) form.set(field, value)
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'eye.jpg')
  const answered = await fetch(new URL(sts_config.url, to.url), { method: 'POST', body: form })
  const { error_code, msg } = (await answered.json()) as { error_code: number; msg: string }
  return { key, error_code, msg }
}

const nearly = (mebibytes: number) => Buffer.alloc(mebibytes * MIB - 10_000, 1)
const stored = async () => {
  let bytes = 0
  for await (const { key } of app.context.files.list('uploads/'))
    bytes += (await app.context.files.stat(key))?.size ?? 0
  return bytes
}

describe('uploads that nothing took in', () => {
  test('are bounded for a trial account and for all strangers, also at one moment, and clinicians go on', async () => {
    const [one, other] = [
      await makeAccount(app, { role: '5' }),
      await makeAccount(app, { role: '5' }),
    ]
    const flood = await Promise.all(
      Array.from({ length: 12 }, () => send(one, nearly(0.5), 'experience')),
    )
    const refused = flood.filter(({ error_code }) => error_code !== 0)
    expect(refused).toHaveLength(8)
    expect(refused[0]).toMatchObject({
      error_code: ERROR.limitReached,
      msg: '您已上传而尚未加入批次的照片过多（上限2 MB），请先加入批次，或在一小时后再试',
    })
    expect((await send(other, nearly(0.9), 'experience')).error_code).toBe(0)
    expect(await send(other, nearly(0.5), 'experience')).toMatchObject({
      error_code: ERROR.limitReached,
      msg: '访客与体验用户的上传空间暂时已满，请在一小时后再试',
    })
    expect(await stored()).toBeLessThan(3 * MIB)

    const clinician = await makeAccount(app, { role: '4' })
    expect((await send(clinician, nearly(1), 'fundus')).error_code).toBe(0)

    // The sweep of every hour clears what strangers left, and they may go on.
    app.advance(3_700)
    await passHour(app.context)
    const again = await signIn(app, other)
    expect((await send(again, nearly(0.9), 'experience')).error_code).toBe(0)
  })

  test('are bounded for an account and for its institution, and filing them makes room', async () => {
    const { oid } = await makeInstitution(app)
    const [one, other] = [
      await makeAccount(app, { role: '3', oid }),
      await makeAccount(app, { role: '4', oid }),
    ]
    const first = await send(one, await plainImage(), 'fundus')
    for (let n = 0; n < 3; n++) expect((await send(one, nearly(1.2), 'fundus')).error_code).toBe(0)
    expect(await send(one, nearly(1), 'octa')).toMatchObject({
      msg: '您已上传而尚未归档的文件过多（上限4 MB），请先归档或移除，或等待系统自动清理后再试',
    })
    for (let n = 0; n < 2; n++)
      expect((await send(other, nearly(0.9), 'fundus')).error_code).toBe(0)
    expect(await send(other, nearly(1), 'fundus')).toMatchObject({
      msg: '本机构已上传而尚未归档的文件过多（上限6 MB），请先归档或移除，或等待系统自动清理后再试',
    })

    const image = await plainImage(1800, 1400)
    const taken = await send(one, image, 'fundus')
    expect(taken.error_code).toBe(0)
    const pid = await makePatient(app, one)
    const body = { pid, ...archiveFields, files_path: [first.key] }
    await succeed(app, fundusArchive.create, body, one)
    const rows = await app.context.db
      .selectFrom('unfiled_uploads')
      .where('oid', '=', oid)
      .select('folder')
      .execute()
    expect(rows.some(({ folder }) => first.key.startsWith(folder))).toBe(false)
    expect(rows).toHaveLength(6)
  })

  test('that were removed behind the program’s back are not counted for ever', async () => {
    const { oid } = await makeInstitution(app)
    const by = await makeAccount(app, { role: '3', oid })
    const keys = []
    for (let n = 0; n < 3; n++) keys.push((await send(by, nearly(1), 'fundus')).key)
    expect((await send(by, nearly(1.5), 'fundus')).error_code).toBe(ERROR.limitReached)
    await app.context.files.remove(keys)
    app.advance(3_600)
    await passHour(app.context)
    const again = await signIn(app, by)
    expect((await send(again, nearly(1.5), 'fundus')).error_code).toBe(0)
  })

  test('that broke off or were refused take no room', async () => {
    const by = await makeAccount(app, { role: '4' })
    const small = await testApp({
      unfiled: { account: MIB, institution: MIB, trialAccount: MIB, strangers: MIB },
    })
    const there = await makeAccount(small, { role: '4' })
    for (let n = 0; n < 5; n++) {
      const answered = await send(there, Buffer.alloc(0), 'fundus', small)
      expect(answered.error_code).toBe(ERROR.uploadUnfinished)
    }
    expect((await send(there, nearly(0.9), 'fundus', small)).error_code).toBe(0)
    await small.close()
    expect((await send(by, nearly(0.9), 'fundus')).error_code).toBe(0)
  })
})

test('before an object store as much as a form allows is counted with the form, until it is known', async () => {
  const store = await objectStore()
  const most = 70 * MIB
  const there = await testApp({
    s3: store.config,
    unfiled: { account: most, institution: most, trialAccount: most, strangers: most },
  })
  const by = await makeAccount(there, { role: '4' })
  const ask = async () => there.call(getStsToken, { file_type: 'fundus', file_name: 'eye.jpg' }, by)
  const [first, second] = [await ask(), await ask()]
  expect([first.error_code, second.error_code]).toEqual([0, 0])
  const refused = await ask()
  expect(refused).toMatchObject({ error_code: ERROR.limitReached })
  expect(refused.msg).toContain('70')
  const { key_prefix } = first.data.sts_config
  await there.context.files.put(`${key_prefix}eye.jpg`, Buffer.alloc(100), 'image/jpeg')
  await settleUploads(there.context)
  expect((await ask()).error_code).toBe(0)
  await there.close()
  await store.close()
})

describe('photographs of a trial account', () => {
  test('count before they are opened, and taking them back gives no count back', async () => {
    const roomy = await testApp()
    const by = await makeAccount(roomy, { role: '5' })
    const left = async () => (await succeed(roomy, listTrialPhotographs, {}, by)).left_today
    const { key } = await send(by, await plainImage(), 'experience', roomy)
    for (let n = 1; n <= 3; n++) {
      const again = n === 1 ? key : (await send(by, await plainImage(), 'experience', roomy)).key
      await succeed(roomy, addTrialPhotograph, { key: again, name: 'eye.jpg' }, by)
      await succeed(roomy, dropTrialPhotographs, { keys: [again] }, by)
      expect(await left()).toBe(TRIAL.perDay - n)
    }
    const broken = await send(by, Buffer.from('no image'), 'experience', roomy)
    const refused = await roomy.call(addTrialPhotograph, { key: broken.key, name: 'a.jpg' }, by)
    expect(refused.error_code).toBe(ERROR.imageRefused)
    expect(await left()).toBe(TRIAL.perDay - 4)
    await roomy.close()
  })

  test('are bounded in bytes, for one account and for all', async () => {
    const image = await plainImage()
    const tight = await testApp({
      trialBytes: { account: image.length + 10, all: 1.5 * image.length },
    })
    const [by, other] = [
      await makeAccount(tight, { role: '5' }),
      await makeAccount(tight, { role: '5' }),
    ]
    const add = async (who: SignedIn, bytes: Buffer) => {
      const { key } = await send(who, bytes, 'experience', tight)
      return { key, ...(await tight.call(addTrialPhotograph, { key, name: 'eye.jpg' }, who)) }
    }
    const first = await add(by, image)
    expect(first.error_code).toBe(0)
    const over = await add(by, await plainImage(400, 300))
    expect([over.error_code, over.msg.slice(0, 16)]).toEqual([
      1006,
      '体验账号保存的照片已达上限（1 ',
    ])
    const all = await add(other, image)
    expect([all.error_code, all.msg]).toEqual([1006, '体验用户的照片存储暂时已满，请改日再试'])
    await succeed(tight, dropTrialPhotographs, { keys: [first.key] }, by)
    expect((await add(by, image)).error_code).toBe(0)
    await tight.close()
  })
})
