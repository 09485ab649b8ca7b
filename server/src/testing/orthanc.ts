import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAM = '/usr/sbin/Orthanc'
const DICOMWEB = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so'
/** Debian's `orthanc` and `orthanc-dicomweb`. `npm test` installs them as root. */
export const hasOrthanc = existsSync(PROGRAM) && existsSync(DICOMWEB)

export interface Orthanc {
  /** Of its REST interface; below it lies `/dicom-web`. */
  url: string
  /** Of DICOM; nobody listens there unless it was asked for. */
  dicomPort: number
  pids: readonly number[]
  /** What it answers, or throws with. */
  ask: (path: string, body?: object | Buffer) => Promise<unknown>
  bytes: (path: string) => Promise<Buffer>
  stop: () => Promise<void>
}

/** `servers`: those that it asks as a client of DICOMweb, by name. `more`: other settings. */
export async function startOrthanc(
  servers: Record<string, { url: string; token: string }> = {},
  more: Record<string, unknown> = {},
): Promise<Orthanc> {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-orthanc-'))
  const [port, dicomPort] = await freePorts()
  const asked = Object.entries(servers).map(([name, { url, token }]) => {
    const headers = { Authorization: `Bearer ${token}` }
    return [name, { Url: url, HttpHeaders: headers, ChunkedTransfers: false }] as const
  })
  const settings = {
    Name: 'mingmou',
    StorageDirectory: folder,
    IndexDirectory: folder,
    SyncStorageArea: true,
    HttpPort: port,
    DicomPort: dicomPort,
    DicomServerEnabled: false,
    AuthenticationEnabled: false,
    RemoteAccessAllowed: false,
    HttpThreadsCount: 50,
    // It loses Chinese otherwise.
    DefaultEncoding: 'Utf8',
    Plugins: existsSync(DICOMWEB) ? [DICOMWEB] : [],
    DicomWeb: { Enable: true, Servers: Object.fromEntries(asked) },
    ...more,
  }
  const file = join(folder, 'orthanc.json')
  await writeFile(file, JSON.stringify(settings))
  const child = spawn(PROGRAM, [file], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new Error('not there: apt-get install orthanc')))
    child.once('close', () => resolve())
  })
  const url = `http://127.0.0.1:${port}`
  const served = async () => {
    for (;;) {
      const there = await fetch(`${url}/system`).catch(() => null)
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
  const bytes = async (path: string, body?: object | Buffer) => {
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
    const how = body === undefined ? {} : { method: 'POST', body: sent }
    const answered = await fetch(`${url}${path}`, how)
    const said = Buffer.from(await answered.arrayBuffer())
    if (!answered.ok) throw new Error(`Orthanc: ${path}: ${answered.status} ${said.toString()}`)
    return said
  }
  return {
    url,
    dicomPort,
    pids: child.pid === undefined ? [] : [child.pid],
    ask: async (path, body) => JSON.parse((await bytes(path, body)).toString()) as unknown,
    bytes,
    stop: async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Two that nobody has a moment before. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()]
  const [first = 0, second = 0] = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      return (server.address() as AddressInfo).port
    }),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return [first, second]
}
