import {
  dropBatchFiles,
  fileDocument,
  fundusArchive,
  listDevices,
  listDocuments,
  setBatchFiles,
  takeBackReceived,
  type ReceivedState,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { batchOf, fileBatch } from '../../testing/batch-factory.ts'
import {
  asFiles,
  dcmtk,
  hasDcmtk,
  photograph,
  receivedBy,
  receivingApp,
  registerCamera,
  reportFile,
  sendFiles,
  type Taken,
} from '../../testing/camera.ts'
import { makePatient, work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { passHour } from '../../testing/hour.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'
import { fileLater } from './duties.ts'

let receiving: Awaited<ReturnType<typeof receivingApp>>
let app: TestApp
let main: SignedIn
let to: { port: number; title: string }
let pid: string
beforeAll(async () => {
  receiving = await receivingApp()
  ;({ app } = receiving)
  await work(app)
})
afterAll(() => receiving.close())
beforeEach(async () => {
  main = await makeAccount(app, { role: '3' })
  const { title } = await registerCamera(app, main)
  to = { port: receiving.port, title }
  pid = await makePatient(app, main, own)
})

const own = { ad_card_number: 'P-1001', name: '张三', gender: 1, birthday: '1960-05-17' } as const
const said = {
  charset: 'ISO_IR 192',
  number: 'P-1001',
  name: Buffer.from('Zhang^San=张^三'),
  birthday: '19600517',
  sex: 'M',
  day: '20240301',
}

const DAY_MS = 86_400_000
const settled = async (as: ReceivedState) => {
  await expect
    .poll(async () => [...new Set((await receivedBy(app, main)).map(({ state }) => state))], {
      timeout: 300_000,
    })
    .toEqual([as])
  return receivedBy(app, main)
}
const allAs = (states: readonly ReceivedState[]) =>
  expect
    .poll(async () => (await receivedBy(app, main)).map(({ state }) => state).sort(), {
      timeout: 300_000,
    })
    .toEqual(states)
const archives = async () =>
  (await succeed(app, fundusArchive.list, { pid }, { token: main.token })).rows
const waiting = () => batchOf(app, main)

describe.runIf(hasDcmtk)('a camera', () => {
  test('is answered an echo', async () => {
    const args = ['-aet', 'CAMERA', '-aec', to.title, '127.0.0.1', String(to.port)]
    expect(await dcmtk('echoscu', args)).toMatchObject({ code: 0 })
  })

  test('sends both eyes, and they are filed as one sitting of the patient whom they prove', async () => {
    const files = [photograph({ ...said, eye: 'R' }), photograph({ ...said, eye: 'L' })]
    expect(await sendFiles(to, files)).toMatchObject({ code: 0 })
    await settled('filed')
    await expect
      .poll(async () => (await archives()).map(({ images }) => images.length))
      .toEqual([2])
    expect((await receivedBy(app, main)).map(({ state }) => state)).toEqual(['filed', 'filed'])
  })

  test('writes Chinese names in UTF-8 and in GB18030', async () => {
    const other = { ad_card_number: 'P-2002', name: '李四', gender: 2, birthday: '1970-01-02' }
    const second = await makePatient(app, main, { ...other, gender: 2 })
    // 李四 in GB18030.
    const name = Buffer.concat([Buffer.from('Li^Si='), Buffer.from('c0ee5ecbc4', 'hex')])
    const gb = { charset: 'GB18030', number: 'P-2002', name, birthday: '19700102', sex: 'F' }
    const files = [
      photograph({ ...said, eye: 'R' }),
      photograph({ ...gb, day: '20240301', eye: 'L' }),
    ]
    expect(await sendFiles(to, files)).toMatchObject({ code: 0 })
    const rows = await settled('filed')
    expect(rows.map((row) => [row.said.name, row.filed?.pid]).sort()).toEqual(
      [
        ['张三', pid],
        ['李四', second],
      ].sort(),
    )
  })

  test('that was told the number of the medical record has its photograph filed by it', async () => {
    const record = { kind: 'record', value: 'ZY-7788', issuer: '' } as const
    const card = { ...own, ad_card_number: 'P-3003', identifiers: [record] }
    const person = await makePatient(app, main, card)
    await sendFiles(to, [photograph({ ...said, number: 'ZY-7788', eye: 'R' })])
    const [row] = await settled('filed')
    expect(row?.filed?.pid).toBe(person)
  })

  test('sends forty photographs in one association, and sends them again', async () => {
    const files = Array.from({ length: 40 }, (_, n) =>
      photograph({ ...said, eye: n % 2 === 0 ? 'R' : 'L' }),
    )
    for (let time = 0; time < 3; time++)
      expect(await sendFiles(to, files)).toMatchObject({ code: 0 })
    const rows = await settled('filed')
    expect(rows).toHaveLength(40)
    // An archive has twenty images at most.
    expect((await archives()).map(({ images }) => images.length)).toEqual([20, 20])
  })

  test('by another program of dcmtk is kept byte for byte', async () => {
    const file = photograph({ ...said, eye: 'R' })
    const args = ['-aet', 'CAMERA', '-aec', to.title, '127.0.0.1', String(to.port)]
    expect(await dcmtk('dcmsend', [...args, ...(await asFiles([file]))])).toMatchObject({ code: 0 })
    const [row] = await settled('filed')
    const kept = Buffer.from(await (await fetch(`${app.url}${row?.url}`)).arrayBuffer())
    // The data set begins behind the head.
    const dataset = (bytes: Buffer) => bytes.subarray(bytes.indexOf(Buffer.from([8, 0, 5, 0])))
    expect(dataset(kept).equals(dataset(file))).toBe(true)
  })

  test('of which no photograph proves its patient has all of them wait, and each says why', async () => {
    const cases: [string, Taken][] = [
      ['birthday', { ...said, birthday: '19610517', eye: 'R' }],
      ['person_name', { ...said, name: Buffer.from('Li^Si=李^四'), eye: 'R' }],
      ['none', { charset: 'ISO_IR 192', name: said.name, day: said.day, eye: 'R' }],
      ['unknown', { ...said, number: 'P-9', eye: 'R' }],
      ['eye conflict', { ...said, eye: 'R', series: 'L' }],
      ['eye conflict', { ...said, eye: 'B' }],
      ['eye none', said],
      ['no birthday', { ...said, birthday: '', eye: 'R' }],
    ]
    const files = cases.map(([, taken]) => photograph(taken))
    expect(await sendFiles(to, files)).toMatchObject({ code: 0 })
    const rows = await settled('waiting')
    expect(rows).toHaveLength(cases.length)
    expect(await archives()).toEqual([])
    const why = (await waiting()).map(
      ({ evidence: { patient, eye } }) =>
        patient.left ?? (eye.left ? `eye ${eye.left}` : 'no birthday'),
    )
    expect(why.sort()).toEqual(cases.map(([reason]) => reason).sort())
    expect((await waiting()).every(({ device }) => device === '眼底相机 1')).toBe(true)
  })

  test('shows what waits to every clinician of its institution, as long as it takes', async () => {
    const member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
    expect(
      await sendFiles(to, [photograph({ number: 'P-9', eye: 'R', day: '20240301' })]),
    ).toMatchObject({ code: 0 })
    await settled('waiting')
    const mine = (who: SignedIn) => batchOf(app, who)
    expect(await mine(member)).toHaveLength(1)
    expect(await batchOf(app, await makeAccount(app, { role: '4' }))).toEqual([])
    await withInstitution(app.context.db, main.oid ?? '', (trx) =>
      trx
        .updateTable('batch_files')
        .set({ created_at: new Date(Date.now() - 3 * DAY_MS) })
        .execute(),
    )
    app.advance((3 * DAY_MS) / 1000)
    await passHour(app.context)
    app.advance((-3 * DAY_MS) / 1000)
    const [row] = await mine(main)
    expect(row).toMatchObject({ eye: 'OD', patient: null })
    // One of them files it by hand.
    const keys = [row?.key ?? '']
    await succeed(app, setBatchFiles, { keys, pid }, { token: member.token })
    const answered = await fileBatch(app, member, pid, await mine(member), {
      record_date: '2024-03-01',
    })
    expect(answered.error_code).toBe(0)
    expect((await receivedBy(app, main))[0]).toMatchObject({ state: 'filed', filed: { pid } })
  })

  test('files later what was sent before its patient was registered', async () => {
    const file = photograph({ number: 'P-7', birthday: '19800203', eye: 'L', day: '20240301' })
    expect(await sendFiles(to, [file])).toMatchObject({ code: 0 })
    await settled('waiting')
    await makePatient(app, main, { ...own, ad_card_number: 'P-7', birthday: '1980-02-03' })
    app.advance(10)
    await fileLater(app.context)
    await settled('filed')
  })

  test('has its filing taken back, and the photograph waits for a person from then on', async () => {
    expect(await sendFiles(to, [photograph({ ...said, eye: 'R' })])).toMatchObject({ code: 0 })
    const [row] = await settled('filed')
    const rid = row?.filed?.rid ?? ''
    await succeed(app, takeBackReceived, { rid }, { token: main.token })
    await settled('waiting')
    app.advance(10)
    await fileLater(app.context)
    expect(await archives()).toEqual([])
    expect((await receivedBy(app, main))[0]).toMatchObject({
      state: 'waiting',
      reason: 'received_taken_back',
      filed: null,
    })
    const again = await fileBatch(app, main, pid, await batchOf(app, main), {
      record_date: '2024-03-01',
    })
    expect(again.error_code).toBe(0)
    expect((await archives()).map(({ images }) => images.length)).toEqual([1])
  })

  test('sends again what was taken off the batch, and it waits again', async () => {
    const file = photograph({ number: 'P-9', eye: 'R' })
    await sendFiles(to, [file])
    await settled('waiting')
    const keys = (await batchOf(app, main)).map(({ key }) => key)
    await succeed(app, dropBatchFiles, { keys }, { token: main.token })
    expect(await settled('dropped')).toHaveLength(1)
    await sendFiles(to, [file])
    expect(await settled('waiting')).toHaveLength(1)
  })

  test('that sends other bytes under a known UID has both kept, and the second named', async () => {
    const uid = `2.25.${Date.now()}`
    await sendFiles(to, [photograph({ ...said, eye: 'R', uid })])
    await settled('filed')
    await sendFiles(to, [photograph({ ...said, eye: 'L', uid })])
    await expect
      .poll(async () => (await receivedBy(app, main)).map(({ state, reason }) => [state, reason]))
      .toEqual([
        ['kept', 'received_differs'],
        ['filed', null],
      ])
  })

  test('sends a report, which is kept and can be read', async () => {
    const pdf = Buffer.from('%PDF-1.4 a report of three pages')
    expect(await sendFiles(to, [reportFile(pdf)])).toMatchObject({ code: 0 })
    const [row] = await settled('kept')
    expect(row).toMatchObject({ reason: 'received_document' })
    const read = await fetch(`${app.url}${row?.url}`)
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true)
  })

  test('sends a report with number and birthday, which is the patient’s and can be taken off and filed by hand', async () => {
    const pdf = Buffer.from('%PDF-1.4 a report of the patient')
    const unknown = reportFile(Buffer.from('%PDF-1.4 a report of nobody'))
    await sendFiles(to, [reportFile(pdf, said), unknown])
    await allAs(['filed', 'kept'])
    const asked = { token: main.token }
    const documents = async () => (await succeed(app, listDocuments, { pid }, asked)).rows
    const [own] = await documents()
    const read = await fetch(`${app.url}${own?.url}`)
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true)
    const { received_id } = own ?? { received_id: '' }
    await succeed(app, fileDocument, { received_id }, asked)
    expect(await documents()).toEqual([])
    const other = await makePatient(app, main, { ad_card_number: 'P-5' })
    const rows = await receivedBy(app, main)
    for (const { id } of rows)
      await succeed(app, fileDocument, { received_id: id, pid: other }, asked)
    expect((await succeed(app, listDocuments, { pid: other }, asked)).rows).toHaveLength(2)
    const stranger = await makeAccount(app, { role: '4' })
    const theirs = { token: stranger.token }
    expect(await app.call(listDocuments, { pid: other }, theirs)).toHaveProperty('error_code', 1002)
    expect(await app.call(fileDocument, { received_id }, theirs)).toHaveProperty('error_code', 1002)
  })

  test('of no kind that is taken, of no title or of no address that is known is refused', async () => {
    const ct = photograph({ ...said, sopClass: '1.2.840.10008.5.1.4.1.1.2' })
    expect((await sendFiles(to, [ct])).said).toContain('No presentation context for: (CT)')
    const file = photograph({ ...said, eye: 'R' })
    expect((await sendFiles({ ...to, title: 'NOBODY' }, [file])).said).toContain('Called AE Title')
    expect((await sendFiles({ ...to, calling: 'OTHER' }, [file])).said).toContain(
      'Calling AE Title',
    )
    await registerCamera(app, main, { ae_title: 'AFAR', addresses: ['10.1.0.0/16'] })
    expect((await sendFiles({ ...to, calling: 'AFAR' }, [file])).said).toContain('Calling AE Title')
    const { rows } = await succeed(app, listDevices, {}, { token: main.token })
    expect(rows.map(({ ae_title, fault }) => [ae_title, fault])).toEqual([
      ['AFAR', 'address'],
      ['CAMERA', null],
    ])
    expect(await receivedBy(app, main)).toEqual([])
  })

  test('is told that there is no room where the institution may store no more', async () => {
    await app.context.db
      .updateTable('institutions')
      .set({ storage_limit_mb: 1, stored_bytes: '1048576' })
      .where('oid', '=', main.oid)
      .execute()
    const sent = await sendFiles(to, [photograph({ ...said, eye: 'R' })])
    expect(sent.said).toMatch(/a700|Refused: OutOfResources/i)
    expect(await receivedBy(app, main)).toEqual([])
    const files: string[] = []
    for await (const { key } of app.context.files.list(`received/${main.oid}/`)) files.push(key)
    expect(files).toEqual([])
  })
})
