import {
  adminChangeQuota,
  adminInstitutionDetail,
  deletePatient,
  fundusAnalysis,
  fundusArchive,
  institutionStorage,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noise } from '../../testing/bad-images.ts'
import { archiveFields, makePatient, plainImage, upload } from '../../testing/clinical-factories.ts'
import { makeAccount, makeInstitution, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { megabytes } from './quota.ts'

let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await testApp()
  admin = await makeAccount(app, { role: '1' })
})
afterAll(() => app.close())

async function clinic(quota: { storage_limit_mb: number | null; waiting_limit: number | null }) {
  const { oid } = await makeInstitution(app, { auto_analyse: true })
  const by = await makeAccount(app, { role: '4', oid })
  const main = await makeAccount(app, { role: '3', oid })
  expect(await succeed(app, adminChangeQuota, { oid, ...quota }, admin)).toEqual(quota)
  const pid = await makePatient(app, by)
  const save = async (image: Buffer, of = pid) => {
    const files_path = [await upload(app, by, image)]
    return app.call(fundusArchive.create, { pid: of, ...archiveFields, files_path }, by)
  }
  return { oid, by, main, pid, save }
}

describe('an institution with limits of its own', () => {
  test('keeps as many photographs as it may, and is told when it is at its limit', async () => {
    const { oid, save } = await clinic({ storage_limit_mb: 1, waiting_limit: null })
    const image = await noise(900, 700)
    expect(image.length).toBeGreaterThan(524_288)
    expect((await save(image)).error_code).toBe(0)
    const refused = await save(image)
    expect(refused).toMatchObject({ status: 202, error_code: 1006 })
    expect(refused.msg).toBe('本机构的影像存储已达上限（1 MB），本次操作未保存，请联系平台管理员')
    expect((await save(await plainImage())).error_code).toBe(0)
    const shown = await succeed(app, adminInstitutionDetail, { oid }, admin)
    expect(shown).toMatchObject({ storage_limit_mb: 1, waiting_limit: null, stored_mb: 1 })
  })

  test('has as many analyses waiting as it may; what is saved is kept all the same', async () => {
    const { by, save } = await clinic({ storage_limit_mb: null, waiting_limit: 2 })
    const image = await plainImage()
    const saved = [await save(image), await save(image), await save(image)]
    expect(saved.map(({ error_code }) => error_code)).toEqual([0, 0, 0])
    const image_id = saved[2]?.data.rid ?? ''
    const asked = { image_id, uid: by.uid }
    const refused = await app.call(fundusAnalysis.predictions, asked, by)
    expect(refused).toMatchObject({ status: 202, error_code: 1006 })
    expect(refused.msg).toBe('本机构排队中的分析已达上限（2个），请稍后再试')
  })

  test('reads how much of its storage deleted patients and sittings take, and nobody else reads it', async () => {
    const { by, main, pid, save } = await clinic({ storage_limit_mb: 10, waiting_limit: null })
    const other = await clinic({ storage_limit_mb: null, waiting_limit: null })
    const image = await noise(900, 700)
    const kept = await makePatient(app, by)
    await save(image)
    const { data } = await save(image, kept)
    await save(await plainImage(), kept)
    await other.save(image)
    await succeed(app, deletePatient, { pid: other.pid }, other.by)
    const read = () => succeed(app, institutionStorage, {}, main)
    const before = await read()
    expect(before).toMatchObject({ deleted_mb: 0, storage_limit_mb: 10 })
    await succeed(app, deletePatient, { pid }, by)
    expect(await read()).toEqual({ ...before, deleted_mb: megabytes(image.length) })
    await succeed(app, fundusArchive.delete, { rid: data.rid }, by)
    expect(await read()).toEqual({ ...before, deleted_mb: megabytes(2 * image.length) })
    for (const account of [by, admin])
      expect((await app.call(institutionStorage, {}, account)).status).toBe(600)
  })
})
