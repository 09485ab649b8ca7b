import {
  createReport,
  fundusArchive,
  listReceived,
  setBatchFiles,
  takeBackReceived,
  type BatchFile,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addToBatch, batchOf, fileBatch, newPicture } from '../../testing/batch-factory.ts'
import {
  archiveFields,
  keepFindings,
  makePatient,
  upload,
} from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { passHour } from '../../testing/hour.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
let pid: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
  pid = await makePatient(app, by, { ad_card_number: 'P-1' })
})

const asked = () => ({ token: by.token })
const inbox = () => succeed(app, listReceived, {}, asked())
const sittings = async () => (await succeed(app, fundusArchive.list, { pid }, asked())).rows
const takeBack = (rid: string) => app.call(takeBackReceived, { rid }, asked())
const DAY = { record_date: '2024-03-01' }
async function filed(name = 'P-1_OD_20240301.png'): Promise<{ file: BatchFile; rid: string }> {
  const file = await addToBatch(app, by, name)
  expect((await inbox()).waiting).toBe(1)
  expect(await fileBatch(app, by, pid, [file], DAY)).toMatchObject({ error_code: 0 })
  const [row] = await batchOf(app, by)
  return { file, rid: row?.filed ?? '' }
}
const tamper = (statement: string) =>
  withFullRights(app.context.config.databaseUrl, (client) => client.query(statement))
const pixels = async (url: string) =>
  Buffer.from(await (await fetch(`${app.url}${url}`)).arrayBuffer()).toString('base64')

describe('a photograph that a person filed by mistake', () => {
  test('is taken back, waits for its patient, and is filed again with the same picture', async () => {
    const { rid } = await filed()
    const [before] = await sittings()
    const picture = await pixels(before?.images[0]?.image_url ?? '')
    expect(await batchOf(app, by)).toMatchObject([{ filed: rid, revocable: true }])
    expect((await inbox()).rows).toMatchObject([
      { state: 'filed', by_device: false, url: null, filed: { rid, revocable: true } },
    ])
    expect(await takeBack(rid)).toMatchObject({ error_code: 0 })
    expect(await sittings()).toEqual([])
    const [row] = await batchOf(app, by)
    expect(row).toMatchObject({
      filed: null,
      patient: null,
      eye: 'OD',
      ...DAY,
      evidence: { patient: { left: 'taken_back' } },
    })
    expect(await inbox()).toMatchObject({
      waiting: 1,
      rows: [{ state: 'waiting', reason: 'received_taken_back' }],
    })
    const key = row?.key ?? ''
    await succeed(app, setBatchFiles, { keys: [key], pid }, asked())
    const again = await fileBatch(app, by, pid, await batchOf(app, by), DAY)
    expect(again).toMatchObject({ error_code: 0 })
    const [after] = await sittings()
    expect(await pixels(after?.images[0]?.image_url ?? '')).toBe(picture)
    expect((await inbox()).waiting).toBe(0)
  })

  test('is taken back a month long, and not afterwards', async () => {
    const { rid } = await filed()
    const age = (days: number) =>
      tamper(`update archives set created_at = now() - interval '${days} days';
        update batch_files set created_at = now() - interval '${days} days'`)
    await age(29)
    await passHour(app.context)
    expect(await batchOf(app, by)).toEqual([])
    expect((await inbox()).rows).toMatchObject([{ filed: { rid, revocable: true } }])
    await age(32)
    expect(await takeBack(rid)).toMatchObject({ error_code: 1003 })
    await passHour(app.context)
    expect((await inbox()).rows).toEqual([])
  })

  test('stays where a report is signed, where a photograph came another way, and for another institution', async () => {
    const { rid } = await filed()
    const other = await makeAccount(app, { role: '4' })
    expect(await app.call(takeBackReceived, { rid }, { token: other.token })).toMatchObject({
      error_code: 1002,
    })
    const analysis_id = await keepFindings(app, by, { pid, rid })
    const wish = { uid: by.uid, analysis_id, analysis_type: '1', image_index: 0 } as const
    await succeed(app, createReport, { ...wish, patient_id: pid, diagnostic_opinion: '-' }, asked())
    expect(await takeBack(rid)).toMatchObject({ error_code: 1003 })
    const files_path = [await upload(app, by, await newPicture())]
    const body = { pid, ...archiveFields, files_path }
    const plain = await succeed(app, fundusArchive.create, body, asked())
    expect(await takeBack(plain.rid)).toMatchObject({ error_code: 1003 })
  })
})
