import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addDevice, addPatient, listDevices, listPatients } from '@mingmou/contract'
import { dicomFile } from '@mingmou/analysis/testing/files'
import pg from 'pg'
import type { Program } from '@mingmou/e2e/program'
import { endWhereCut } from '@mingmou/e2e/cut'
import { startOrthanc } from '@mingmou/server/testing/orthanc'
import { processesOf } from './chaos/processes.ts'
import { patient, signIn, type Client } from './client.ts'
import { processorSeconds } from './resident.ts'
import { spread, timed } from './table.ts'
import { drawnPhotograph, newPatient, upload } from './upload.ts'

const PATIENTS = 1_000
const PHOTOGRAPHS = 40
const SENDERS = 4
const CALLS = 200
const FILES = 200
const MEGABYTE = 1_000_000
const CAMERA = 'BENCH'
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1'
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7'

/**
 * What this program and Orthanc both do, in turn on the same machine: store photographs of the same
 * number of bytes durably, find one of 1,000 patients by a part of the name, list a page of them.
 * Orthanc keeps its files and its index in one folder, and writes both through to the disk.
 */
export async function benchOrthanc(
  { url, dataDir, account }: Program,
  client: Client,
  { dicomPort, ...database }: { dataDir: string; url: string; dicomPort: number },
): Promise<Record<string, object>> {
  const jpeg = await drawnPhotograph()
  const orthanc = await startOrthanc(
    {},
    { DicomServerEnabled: true, DicomAet: 'ORTHANC', DicomAlwaysAllowStore: true },
  )
  const stopped = endWhereCut(() => orthanc.stop())
  const storeThere = (bytes: Buffer) => orthanc.ask('/instances', bytes)
  const find = (Query: Record<string, string>, Since: number) =>
    orthanc.ask('/tools/find', { Level: 'Patient', Query, Limit: 10, Since, Expand: true })
  const own = async () => {
    const { 'database server': server, ...rest } = await processesOf(database.dataDir)
    const { web } = await processesOf(dataDir)
    return [...web, ...server, ...rest['database connection'], ...rest['database helper']]
  }
  try {
    await analyseOnSaving(database.url, false)
    for (let number = 0; number < PATIENTS; number++) {
      await client.call(addPatient, { ...patient(), name: nameOf(number) })
      await storeThere(instance(`Demo^${nameOf(number)}`, 1024))
    }
    const pid = await newPatient(client)
    const large = () => instance('Demo^Photograph', jpeg.length)
    const store = (sender: number) => upload(url, client.from(`10.7.${sender}.1`), pid, jpeg)
    await store(0)
    const rows = {
      'photographs a second, ours': await sending(store, own),
      'photographs a second, Orthanc': await sending(
        () => storeThere(large()),
        () => Promise.resolve(orthanc.pids),
      ),
      'find by part of a name, ours': await calls((call) =>
        client.call(listPatients, { name: nameOf(call).slice(-3) }),
      ),
      'find by part of a name, Orthanc': await calls((call) =>
        find({ PatientName: `*${nameOf(call).slice(-3)}*` }, 0),
      ),
      'a page of ten, ours': await calls((call) =>
        client.call(listPatients, { page: 1 + (call % 50), size: 10 }),
      ),
      'a page of ten, Orthanc': await calls((call) => find({}, (call % 50) * 10)),
    }
    const ours = { port: dicomPort, title: await registerCamera(url, account('3')) }
    const there = { port: orthanc.dicomPort, title: 'ORTHANC' }
    const sent: Record<string, object> = {}
    for (const senders of [1, SENDERS])
      for (const [name, to] of Object.entries({ ours, Orthanc: there }))
        sent[`${FILES} files of 1 MB, ${senders} at a time, ${name}`] = await byAssociations(
          senders,
          to,
        )
    // Last: the analyses go on after the photographs are stored.
    await analyseOnSaving(database.url, true)
    return {
      ...rows,
      ...sent,
      'photographs a second, ours, analysed meanwhile': await sending(store, own),
    }
  } finally {
    await orthanc.stop()
    stopped()
  }
}

/** A name has no digits: three letters stand for the number. */
const nameOf = (number: number) =>
  `Patient ${[676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(number / place) % 26))).join('')}`

async function calls(work: (call: number) => Promise<unknown>) {
  await timed(10, work)
  return spread(await timed(CALLS, work))
}

/** Orthanc analyses nothing. */
async function analyseOnSaving(database: string, whether: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query('update institutions set auto_analyse = $1', [whether])
  await client.end()
}

/**
 * Each photograph is sent once, by the sender that is free. Processor time is that of the processes
 * that serve, for each photograph.
 */
async function sending(
  send: (sender: number) => Promise<unknown>,
  serving: () => Promise<readonly number[]>,
) {
  let left = PHOTOGRAPHS
  const took: number[] = []
  const before = await processorSeconds(await serving())
  const began = performance.now()
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    while (left-- > 0) took.push(...(await timed(1, () => send(sender))))
  })
  await Promise.all(senders)
  const rate = (PHOTOGRAPHS * 1000) / (performance.now() - began)
  const spent = (await processorSeconds(await serving())) - before
  const processor = `${((spent * 1000) / PHOTOGRAPHS).toFixed(0)} ms`
  return { ...spread(took), rate: rate.toFixed(1), processor }
}

/** A picture of one row of grey values, of a patient and a study of its own. */
function instance(name: string, bytes: number): Buffer {
  const uid = () => `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`
  const columns = 1000
  const rows = Math.max(1, Math.round(bytes / columns))
  return dicomFile(EXPLICIT_LITTLE_ENDIAN, [
    [0x0008, 0x0016, 'UI', SECONDARY_CAPTURE],
    [0x0008, 0x0018, 'UI', uid()],
    [0x0008, 0x0060, 'CS', 'OP'],
    [0x0010, 0x0010, 'PN', name],
    [0x0010, 0x0020, 'LO', randomUUID()],
    [0x0020, 0x000d, 'UI', uid()],
    [0x0020, 0x000e, 'UI', uid()],
    [0x0028, 0x0002, 'US', 1],
    [0x0028, 0x0004, 'CS', 'MONOCHROME2'],
    [0x0028, 0x0010, 'US', rows],
    [0x0028, 0x0011, 'US', columns],
    [0x0028, 0x0100, 'US', 8],
    [0x0028, 0x0101, 'US', 8],
    [0x0028, 0x0102, 'US', 7],
    [0x0028, 0x0103, 'US', 0],
    [0x7fe0, 0x0010, 'OB', Buffer.alloc(rows * columns, 128)],
  ])
}

/** Sends files of a megabyte, each of a patient of its own, by several associations: seconds, and files a second. */
async function byAssociations(
  senders: number,
  { port, title }: { port: number; title: string },
): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-files-'))
  try {
    const parts: string[][] = Array.from({ length: senders }, () => [])
    for (let number = 0; number < FILES; number++) {
      const path = join(folder, `${number}.dcm`)
      await writeFile(path, instance(`Demo^${nameOf(number)}`, MEGABYTE))
      parts[number % senders]?.push(path)
    }
    const began = performance.now()
    await Promise.all(parts.map((paths) => send(paths, { port, title })))
    const seconds = (performance.now() - began) / 1000
    return { seconds: seconds.toFixed(1), rate: (FILES / seconds).toFixed(1) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const send = async (paths: readonly string[], { port, title }: { port: number; title: string }) =>
  promisify(execFile)('storescu', [
    '-aet',
    CAMERA,
    '-aec',
    title,
    '127.0.0.1',
    String(port),
    ...paths,
  ])

/** The camera that sends, registered by the main account; answers what it calls. */
async function registerCamera(url: string, account: { account: string; password: string }) {
  const main = await signIn(url, account)
  await main.call(addDevice, {
    name: 'bench',
    ae_title: CAMERA,
    addresses: ['127.0.0.1'],
    modality: 'fundus',
    collect_device: '-',
    img_type: 1,
  })
  return (await main.call(listDevices, {})).called.ae_title
}
