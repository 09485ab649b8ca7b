import { readFile } from 'node:fs/promises'
import {
  addDestination,
  createReport,
  fundusArchive,
  listDeliveries,
  setBatchFiles,
} from '@mingmou/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasArchivePrograms, startArchive, type Archive } from '../../testing/archive-peer.ts'
import { batchOf, fileBatch } from '../../testing/batch-factory.ts'
import {
  hasDcmtk,
  photograph,
  receivingApp,
  registerCamera,
  sendFiles,
} from '../../testing/camera.ts'
import { keepFindings, makePatient, work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed } from '../../testing/test-app.ts'

let receiving: Awaited<ReturnType<typeof receivingApp>>
let main: SignedIn
let archive: Archive
let to: { port: number; title: string }
beforeAll(async () => {
  receiving = await receivingApp()
  await work(receiving.app)
})
afterAll(() => receiving.close())
beforeEach(async () => {
  const { app } = receiving
  main = await makeAccount(app, { role: '3' })
  to = { port: receiving.port, ...(await registerCamera(app, main)) }
  archive = await startArchive()
  const place = { host: '127.0.0.1', port: archive.port, called_title: 'ARCHIVE', tls: false }
  const given = { name: '归档', kind: 'dicom', calling_title: 'MINGMOU', ...place } as const
  await succeed(app, addDestination, { ...given, photographs: true, active: true }, main)
})
afterEach(() => archive.stop())

const own = { ad_card_number: 'P-1', name: '张三', gender: 1, birthday: '1960-05-17' } as const
const said = {
  charset: 'ISO_IR 192',
  number: 'P-1',
  name: Buffer.from('Zhang^San=张^三'),
  birthday: '19600517',
  sex: 'M',
  day: '20240301',
  eye: 'R',
}
/** The data set begins behind the head, with its character set. */
const dataset = (bytes: Buffer) => bytes.subarray(bytes.indexOf(Buffer.from([8, 0, 5, 0])))

/** Signs a report of the only sitting, and answers the photograph that the archive has then. */
async function archived(pid: string): Promise<Buffer> {
  const { app } = receiving
  const sittings = async () => (await succeed(app, fundusArchive.list, { pid }, main)).rows
  await expect.poll(async () => (await sittings()).length).toBe(1)
  const [sitting] = await sittings()
  const rid = sitting?.rid ?? ''
  const analysis_id = await keepFindings(app, main, { pid, rid })
  const fixed = { analysis_type: '1', image_index: 0, diagnostic_opinion: '-' } as const
  const body = { uid: main.uid, patient_id: pid, analysis_id, ...fixed }
  const { report_id } = await succeed(app, createReport, body, main)
  const states = async () =>
    (await succeed(app, listDeliveries, { report_id }, main)).rows.map(({ state }) => state)
  await expect.poll(states).toEqual(['sent', 'sent'])
  const files = (await archive.files()).filter((name) => !name.includes('PDF'))
  const bytes = await Promise.all(files.map((file) => readFile(file)))
  const [picture, other] = bytes.filter((part) => !part.includes('%PDF'))
  if (!picture || other) throw new Error('not one photograph')
  return picture
}

describe.runIf(hasDcmtk && hasArchivePrograms)('a photograph that a camera sent', () => {
  test('lies in the archive as it came', async () => {
    const pid = await makePatient(receiving.app, main, own)
    const file = photograph(said)
    await sendFiles(to, [file])
    expect(dataset(await archived(pid)).equals(dataset(file))).toBe(true)
  })

  test('and that a person filed against what it says lies there under the patient of the record', async () => {
    const { app } = receiving
    const pid = await makePatient(app, main, { ...own, ad_card_number: 'P-2', name: '李四' })
    const file = photograph(said)
    await sendFiles(to, [file])
    await expect.poll(async () => (await batchOf(app, main)).length).toBe(1)
    const keys = (await batchOf(app, main)).map(({ key }) => key)
    await succeed(app, setBatchFiles, { keys, pid }, main)
    const day = { record_date: '2024-03-01' }
    expect(await fileBatch(app, main, pid, await batchOf(app, main), day)).toMatchObject({
      error_code: 0,
    })
    const sent = await archived(pid)
    expect([sent.includes('P-2'), sent.includes('张'), sent.includes('李四')]).toEqual([
      ...[true, false, true],
    ])
  })
})
