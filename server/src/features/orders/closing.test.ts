import {
  cancelOrder,
  fundusArchive,
  mergePatients,
  MODALITY,
  today,
  type Eye,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveFields, makePatient, upload } from '../../testing/clinical-factories.ts'
import { addToBatch, batchOf, fileBatch, newPicture } from '../../testing/batch-factory.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { order, ordersOf } from '../../testing/order-factory.ts'
import { saidDicom, type Said } from '../../testing/said-dicom.ts'
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
  pid = await makePatient(app, by, own)
})

const own = { name: '张三', birthday: '1960-05-17', gender: 1, ad_card_number: 'P-1' } as const
const TODAY = today()
const TOMORROW = today(new Date(Date.now() + 86_400_000))
const YESTERDAY = today(new Date(Date.now() - 86_400_000))
const plain = (day: string) => day.replaceAll('-', '')

interface Sitting {
  record_date?: string
  eyes?: (Eye | null)[]
  files?: Buffer[]
  of?: string
}

/** Files a sitting as the upload on the patient's page does. */
async function photograph({ record_date = TODAY, eyes, files, of = pid }: Sitting = {}) {
  const files_path: string[] = []
  for (const bytes of files ?? [await newPicture()])
    files_path.push(await upload(app, by, bytes, files ? 'a.dcm' : 'a.png'))
  const body = { pid: of, ...archiveFields, record_date, files_path, repeated: [] }
  const { rid } = await succeed(app, fundusArchive.create, { ...body, ...(eyes && { eyes }) }, by)
  return rid
}
const stateOf = async (order_id: string, day = TODAY) =>
  (await ordersOf(app, by, { day })).find((order) => order.order_id === order_id)

describe('an order is closed by itself', () => {
  test('once photographs of its patient, kind and day are filed, and names the sitting', async () => {
    const mine = await order(app, by, pid)
    const other = await order(app, by, await makePatient(app, by))
    const octa = await order(app, by, pid, { modality: 'octa' })
    const later = await order(app, by, pid, { day: TOMORROW })
    const rid = await photograph()
    expect(await stateOf(mine.order_id)).toMatchObject({ state: 'done', done: { rid } })
    for (const { order_id } of [other, octa])
      expect(await stateOf(order_id)).toMatchObject({ state: 'open', done: null })
    expect(await stateOf(later.order_id, TOMORROW)).toMatchObject({ state: 'open' })
  })

  test('by a photograph of the eye that it asks for, not by one of the other', async () => {
    const right = await order(app, by, pid, { eyes: 'right' })
    const left = await order(app, by, pid, { eyes: 'left' })
    await photograph({ eyes: ['OS'] })
    expect(await stateOf(right.order_id)).toMatchObject({ state: 'open' })
    expect(await stateOf(left.order_id)).toMatchObject({ state: 'done' })
    await photograph({ eyes: [null] })
    expect(await stateOf(right.order_id)).toMatchObject({ state: 'done' })
  })

  test('by photographs that join a sitting of the day', async () => {
    const before = await photograph()
    const { order_id } = await order(app, by, pid)
    const file = await addToBatch(app, by, 'P-1_OD.png')
    const more = { record_date: TODAY, join: true, batch: true }
    expect(await fileBatch(app, by, pid, [file], more)).toMatchObject({ error_code: 0 })
    expect(await stateOf(order_id)).toMatchObject({ state: 'done', done: { rid: before } })
  })

  test('by a photograph that was filed under another kind and is filed here', async () => {
    const files_path = [await upload(app, by, await newPicture(), 'a.png', 'octa')]
    const octa = { pid, record_date: TODAY, collect_device: '-', img_type: 1 as const }
    const { rid } = await succeed(
      app,
      MODALITY.octa.calls.archive.create,
      { ...octa, files_path },
      by,
    )
    const { order_id } = await order(app, by, pid)
    const here = { rid, image_indexes: [0], ...archiveFields, record_date: TODAY }
    const filed = await succeed(app, fundusArchive.fileHere, here, by)
    expect(await stateOf(order_id)).toMatchObject({ state: 'done', done: { rid: filed.rid } })
  })

  test('by one of two sittings that are filed at once', async () => {
    const { order_id } = await order(app, by, pid)
    const rids = await Promise.all([photograph(), photograph()])
    const closed = await stateOf(order_id)
    expect(closed?.state).toBe('done')
    expect(rids).toContain(closed?.done?.rid)
  })

  test('of a record that was merged, by a photograph of the patient', async () => {
    const merged_pid = await makePatient(app, by, { ...own, ad_card_number: 'P-2' })
    const { order_id } = await order(app, by, merged_pid)
    await succeed(app, mergePatients, { pid, merged_pid }, by)
    await photograph()
    expect(await stateOf(order_id)).toMatchObject({ state: 'done' })
  })

  test('and is open again once its sitting is deleted, for the next to close', async () => {
    const { order_id } = await order(app, by, pid)
    await succeed(app, fundusArchive.delete, { rid: await photograph() }, by)
    expect(await stateOf(order_id)).toMatchObject({ state: 'open', done: null })
    const rid = await photograph()
    expect(await stateOf(order_id)).toMatchObject({ state: 'done', done: { rid } })
  })

  test('never where it was cancelled, or of another institution', async () => {
    const { order_id, accession } = await order(app, by, pid)
    await succeed(app, cancelOrder, { order_id, reason: '改约' }, by)
    await photograph({ files: [saidDicom({ accession })] })
    expect(await stateOf(order_id)).toMatchObject({ state: 'cancelled', done: null })
    const stranger = await makeAccount(app, { role: '3' })
    const theirs = await order(app, stranger, await makePatient(app, stranger, own))
    expect(theirs.accession).toBe(accession)
    await photograph({ files: [saidDicom({ accession })] })
    expect(await ordersOf(app, stranger)).toMatchObject([{ ...theirs, state: 'open' }])
  })
})

describe('the accession number of an order in a file', () => {
  const dicom = (said: Said) => saidDicom({ day: plain(TODAY), eye: 'R', modality: 'OP', ...said })
  const add = (said: Said) => addToBatch(app, by, 'IM0001', dicom(said))

  test('closes that one alone, of whatever day and eye', async () => {
    const other = await order(app, by, pid)
    const named = await order(app, by, pid, { eyes: 'left', day: TOMORROW })
    const rid = await photograph({ files: [dicom({ accession: named.accession })] })
    const closed = await stateOf(named.order_id, TOMORROW)
    expect(closed).toMatchObject({ state: 'done', done: { rid } })
    expect(await stateOf(other.order_id)).toMatchObject({ state: 'open' })
  })

  test('proves its patient where nothing else does, and the batch files it there', async () => {
    const { order_id, accession } = await order(app, by, pid)
    const file = await add({ accession })
    expect(file).toMatchObject({
      patient: { pid },
      eye: 'OD',
      record_date: TODAY,
      evidence: { patient: { by: 'order', left: null } },
    })
    const filed = await fileBatch(app, by, pid, [file], { record_date: TODAY })
    expect(filed).toMatchObject({ error_code: 0 })
    expect(await stateOf(order_id)).toMatchObject({ state: 'done' })
    // The other eye comes a little later, from the same order.
    expect(await add({ accession, eye: 'L' })).toMatchObject({ patient: { pid }, eye: 'OS' })
  })

  test.each<[string, Said, string]>([
    ['another name', { name: '李四' }, 'person_name'],
    ['another name in pinyin', { name: 'Li^Si' }, 'person_name'],
    ['another birthday', { birthday: '19600518' }, 'birthday'],
    ['the other sex', { sex: 'F' }, 'sex'],
    ['a number that nobody has', { number: 'P-99' }, 'conflict'],
    ['a name that cannot be read', { name: Buffer.from([0xff, 0xfe, 0xc0]) }, 'name_unread'],
  ])('proves nobody beside %s', async (_, said, left) => {
    const { accession } = await order(app, by, pid)
    const charset = typeof said.name === 'string' ? { charset: 'ISO_IR 192' } : {}
    const file = await add({ accession, ...charset, ...said })
    expect(file).toMatchObject({ patient: null, evidence: { patient: { by: null, left } } })
  })

  test.each<[string, Said]>([
    ['his number alone', { number: 'P-1' }],
    ['his name in pinyin alone', { name: 'Zhang^San' }],
    ['all that is his', { number: 'P-1', name: '张^三', birthday: '19600517', sex: 'M' }],
  ])('proves the patient beside %s', async (_, said) => {
    const { accession } = await order(app, by, pid)
    const file = await add({ accession, charset: 'ISO_IR 192', ...said })
    expect(file).toMatchObject({ patient: { pid }, evidence: { patient: { by: 'order' } } })
  })

  test('of one patient proves nobody beside the number of another, in the file or its name', async () => {
    await makePatient(app, by, { ...own, name: '李四', ad_card_number: 'P-2' })
    const { accession } = await order(app, by, pid)
    const inFile = await add({ accession, number: 'P-2' })
    const inName = await addToBatch(app, by, 'P-2_OD.dcm', dicom({ accession }))
    for (const file of [inFile, inName])
      expect(file).toMatchObject({ patient: null, evidence: { patient: { left: 'conflict' } } })
  })

  test('proves nobody where the order is of another kind, cancelled, done on another day, or of others', async () => {
    const octa = await order(app, by, pid, { modality: 'octa' })
    const cancelled = await order(app, by, pid)
    const { order_id } = cancelled
    await succeed(app, cancelOrder, { order_id, reason: '改约' }, by)
    const done = await order(app, by, pid)
    await photograph()
    const stranger = await makeAccount(app, { role: '3' })
    for (let n = 0; n < 4; n++)
      await order(app, stranger, await makePatient(app, stranger, { ad_card_number: `S-${n}` }))
    const [theirs] = await ordersOf(app, stranger).then((rows) => rows.slice(-1))
    const said = [octa, cancelled, theirs].map((ordered) => ({
      accession: ordered?.accession ?? '',
    }))
    for (const facts of [...said, { accession: done.accession, day: plain(YESTERDAY) }])
      expect(await add(facts)).toMatchObject({ patient: null, evidence: { patient: { by: null } } })
  })

  test('is read anew when the order comes after the file', async () => {
    const accession = accessionOf(1)
    expect(await add({ accession })).toMatchObject({ patient: null })
    expect(await order(app, by, pid)).toMatchObject({ accession })
    const read = { patient: { pid }, evidence: { patient: { by: 'order' } } }
    expect(await batchOf(app, by)).toMatchObject([read])
  })
})
