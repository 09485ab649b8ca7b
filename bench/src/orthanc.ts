import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPatient, listPatients } from '@mingmou/contract'
import { dicomFile } from '@mingmou/analysis/testing/files'
import pg from 'pg'
import { freePort, type Program } from '@mingmou/e2e/program'
import { processesOf } from './chaos/processes.ts'
import { patient, type Client } from './client.ts'
import { processorSeconds } from './resident.ts'
import { spread, timed } from './table.ts'
import { drawnPhotograph, newPatient, upload } from './upload.ts'

const PATIENTS = 1_000
const PHOTOGRAPHS = 40
const SENDERS = 4
const CALLS = 200
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1'
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7'

/**
 * What this program and Orthanc both do, in turn on the same machine: store photographs of the same
 * number of bytes durably, find one of 1,000 patients by a part of the name, list a page of them.
 * Orthanc keeps its files and its index in one folder, and writes both through to the disk.
 */
export async function benchOrthanc(
  { url, dataDir }: Program,
  client: Client,
  database: { dataDir: string; url: string },
): Promise<Record<string, object>> {
  const jpeg = await drawnPhotograph()
  const orthanc = await startOrthanc()
  const own = async () => {
    const { 'database server': server, ...rest } = await processesOf(database.dataDir)
    const { web } = await processesOf(dataDir)
    return [...web, ...server, ...rest['database connection'], ...rest['database helper']]
  }
  try {
    await analyseOnSaving(database.url, false)
    for (let number = 0; number < PATIENTS; number++) {
      await client.call(addPatient, { ...patient(), name: nameOf(number) })
      await orthanc.store(instance(`Demo^${nameOf(number)}`, 1024))
    }
    const pid = await newPatient(client)
    const large = () => instance('Demo^Photograph', jpeg.length)
    const store = (sender: number) => upload(url, client.from(`10.7.${sender}.1`), pid, jpeg)
    await store(0)
    const rows = {
      'photographs a second, ours': await sending(store, own),
      'photographs a second, Orthanc': await sending(
        () => orthanc.store(large()),
        () => Promise.resolve(orthanc.pids),
      ),
      'find by part of a name, ours': await calls((call) =>
        client.call(listPatients, { name: nameOf(call).slice(-3) }),
      ),
      'find by part of a name, Orthanc': await calls((call) =>
        orthanc.find({ PatientName: `*${nameOf(call).slice(-3)}*` }, 0),
      ),
      'a page of ten, ours': await calls((call) =>
        client.call(listPatients, { page: 1 + (call % 50), size: 10 }),
      ),
      'a page of ten, Orthanc': await calls((call) => orthanc.find({}, (call % 50) * 10)),
    }
    // Last: the analyses go on after the photographs are stored.
    await analyseOnSaving(database.url, true)
    return { ...rows, 'photographs a second, ours, analysed meanwhile': await sending(store, own) }
  } finally {
    await orthanc.remove()
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

/** Debian's `orthanc`, on a folder of its own. */
async function startOrthanc() {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-orthanc-'))
  const port = await freePort()
  const settings = {
    Name: 'bench',
    StorageDirectory: folder,
    IndexDirectory: folder,
    SyncStorageArea: true,
    HttpPort: port,
    DicomServerEnabled: false,
    AuthenticationEnabled: false,
    HttpThreadsCount: 50,
    RemoteAccessAllowed: false,
  }
  const file = join(folder, 'orthanc.json')
  await writeFile(file, JSON.stringify(settings))
  const child = spawn('Orthanc', [file], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new Error('not there: apt-get install orthanc')))
    child.once('close', () => resolve())
  })
  const ask = async (path: string, body: BodyInit): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })
    if (!answer.ok) throw new Error(`Orthanc refused ${path}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  const served = async () => {
    for (;;) {
      const there = await fetch(`http://127.0.0.1:${port}/system`).catch(() => null)
      if (there?.ok) return
      await new Promise((next) => setTimeout(next, 50))
    }
  }
  await Promise.race([
    served(),
    ended.then(() => {
      throw new Error('Orthanc ended before it answered')
    }),
  ])
  return {
    pids: child.pid === undefined ? [] : [child.pid],
    store: (bytes: Buffer) => ask('/instances', new Uint8Array(bytes)),
    find: (query: Record<string, string>, since: number) =>
      ask(
        '/tools/find',
        JSON.stringify({ Level: 'Patient', Query: query, Limit: 10, Since: since, Expand: true }),
      ),
    remove: async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
