import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDestination,
  createReport,
  deleteDestination,
  dicomOfArchive,
  echoDestination,
  listDeliveries,
  listDestinations,
  listReports,
  sendAgain,
  setDestination,
  voidReport,
  type Delivery,
  type InputOf,
} from '@mingmou/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  faultsOf,
  hasArchivePrograms,
  run,
  startArchive,
  startWire,
  type Archive,
} from '../../testing/archive-peer.ts'
import {
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
  work,
} from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
let by: SignedIn
let archive: Archive
const stops: (() => void)[] = []
beforeAll(async () => {
  app = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile: null } })
  await work(app)
  main = await makeAccount(app, { role: '3' })
  by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  const { rows } = await succeed(app, listDestinations, {}, main)
  for (const { destination_id } of rows)
    await succeed(app, deleteDestination, { destination_id }, main)
})
afterAll(() => app.close())

type Given = InputOf<typeof addDestination>
const dicom = (port: number, traits: Partial<Given> = {}): Given => ({
  name: '影像归档',
  kind: 'dicom',
  host: '127.0.0.1',
  port,
  called_title: 'ARCHIVE',
  calling_title: 'MINGMOU',
  tls: false,
  photographs: true,
  active: true,
  ...traits,
})
const add = async (given: Given) => (await succeed(app, addDestination, given, main)).destination_id

async function anArchive(): Promise<Archive> {
  archive = await startArchive()
  stops.push(archive.stop)
  return archive
}

async function sitting(name = '欧阳演示') {
  const pid = await makePatient(app, by, { name })
  const rid = await makeArchive(app, by, pid, [await drawnPhotograph()])
  return { pid, rid, analysis_id: await keepFindings(app, by, { pid, rid }) }
}

async function sign(of: { pid: string; analysis_id: string }, diagnostic_opinion = '定期随访') {
  const fixed = { analysis_type: '1', image_index: 0, diagnostic_opinion } as const
  const body = { uid: by.uid, patient_id: of.pid, analysis_id: of.analysis_id, ...fixed }
  return succeed(app, createReport, body, by)
}

const rowsOf = async (report_id: string): Promise<Delivery[]> =>
  (await succeed(app, listDeliveries, { report_id }, by)).rows

/** Waits until the rows are as wanted. */
async function until(report_id: string, fits: (rows: Delivery[]) => boolean): Promise<Delivery[]> {
  for (;;) {
    const rows = await rowsOf(report_id)
    if (fits(rows)) return rows
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const allSent = (rows: Delivery[]) => rows.length > 0 && rows.every(({ state }) => state === 'sent')

/** As if the time before the next try were over. */
const tryNow = () =>
  withFullRights(app.context.config.databaseUrl, (client) =>
    client.query(`update jobs set due_at = now() where name = 'delivery'`),
  )

const dump = async (path: string) => (await run('dcmdump', ['+L', '-q', path])).said
const uidOf = (dumped: string) => /\(0008,0018\) UI \[([\d.]+)\]/.exec(dumped)?.[1] ?? ''

describe.skipIf(!hasArchivePrograms)('a signed report', () => {
  test('goes with its photograph to an archive, and both are what they are', async () => {
    const { port } = await anArchive()
    await add(dicom(port))
    const of = await sitting()
    const { report_id, report_no } = await sign(of)
    const rows = await until(report_id, allSent)
    expect(rows.map(({ what, tries, destination }) => [what, tries, destination])).toEqual([
      ['photograph', 1, '影像归档'],
      ['report', 1, '影像归档'],
    ])
    const files = await archive.files()
    expect(files).toHaveLength(2)
    expect(await Promise.all(files.map(faultsOf))).toEqual([[], []])
    const [photograph = '', report = ''] = files

    const said = await dump(photograph)
    expect(said).toContain('[OU YANG YAN SHI=欧阳演示]')
    expect(said).toContain('=JPEGBaseline')
    expect(said).toContain('(0020,0062) CS [R]')
    // What nobody stated.
    expect(said).toContain('(0018,7004) CS (no value available)')
    expect(said).not.toContain('DeviceSerialNumber')
    expect(await framesOf(photograph)).toEqual([await drawnPhotograph()])

    const pdf = join(archive.folder, 'out.pdf')
    expect((await run('dcm2pdf', [report, pdf])).code).toBe(0)
    const key = `sent/${by.oid ?? ''}/${report_id}/report.pdf`
    expect((await readFile(pdf)).equals(await app.context.files.read(key))).toBe(true)
    expect(await dump(report)).toContain(report_no)
    expect(await dump(report)).toContain(`(0008,1155) UI [${uidOf(said)}]`)

    const listed = await succeed(app, listReports, { pid: of.pid }, by)
    expect(listed.rows.map(({ delivery }) => delivery)).toEqual(['sent'])
    const { rows: own } = await succeed(app, listDestinations, {}, main)
    expect(own).toMatchObject([{ fault: null, waiting: 0, failed: 0, has_token: false }])
    expect(own[0]?.sent_at).not.toBeNull()
  })

  test('is followed by its successor, which sends its photograph no second time', async () => {
    const { port } = await anArchive()
    await add(dicom(port))
    const of = await sitting()
    const first = await sign(of)
    await until(first.report_id, allSent)
    const second = await sign(of, '三个月后复查')
    const rows = await until(second.report_id, allSent)
    expect(rows.map(({ what }) => what)).toEqual(['report'])
    expect(await archive.files()).toHaveLength(3)
  })

  test('that is void is followed by one page that says so', async () => {
    const { port } = await anArchive()
    await add(dicom(port, { photographs: false }))
    const { report_id } = await sign(await sitting())
    await until(report_id, allSent)
    await succeed(app, voidReport, { report_id, reason: '患者有误' }, by)
    const rows = await until(report_id, (all) => all.length === 2 && allSent(all))
    expect(rows.map(({ what }) => what)).toEqual(['report', 'void'])
    const files = await archive.files()
    const said = await Promise.all(files.map(dump))
    const at = said.findIndex((text) => text.includes('已作废'))
    expect(await faultsOf(files[at] ?? '')).toEqual([])
    const pdf = await app.context.files.read(`sent/${by.oid ?? ''}/${report_id}/void.pdf`)
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(new Set(said.map(uidOf)).size).toBe(2)
  })

  test('whose answer was lost goes again under the same UID', async () => {
    const { port } = await anArchive()
    const wire = await startWire(port, 'cuts')
    stops.push(wire.stop)
    await add(dicom(wire.port, { photographs: false }))
    const { report_id } = await sign(await sitting())
    const [waiting] = await until(report_id, ([row]) => row?.reason !== null)
    expect(waiting).toMatchObject({ state: 'waiting', reason: '连接在应答之前中断' })
    const [before = ''] = await archive.files()
    const bytes = await dump(before)
    wire.mend()
    await tryNow()
    const [sent] = await until(report_id, allSent)
    expect(sent?.tries).toBe(2)
    const files = await archive.files()
    expect(files).toEqual([before])
    expect(await dump(before)).toBe(bytes)
  })

  test('that an archive took no more says why, and a person sends it again', async () => {
    const peer = await anArchive()
    peer.stop()
    const destination_id = await add(dicom(peer.port, { photographs: false }))
    const { report_id } = await sign(await sitting())
    const [waiting] = await until(report_id, ([row]) => row?.reason !== null)
    expect(waiting).toMatchObject({ state: 'waiting', reason: '无法连接：对方未开机或端口不对' })
    const again = { delivery_id: waiting?.delivery_id ?? '' }
    await succeed(
      app,
      setDestination,
      { destination_id, ...dicom(peer.port, { active: false }) },
      main,
    )
    await tryNow()
    const [failed] = await until(report_id, ([row]) => row?.state === 'failed')
    expect(failed?.reason).toBe('该目的地已停用或删除，未发送')

    const { port } = await anArchive()
    await succeed(app, setDestination, { destination_id, ...dicom(port) }, main)
    // Nobody waits for the rest of an archive that was away, or for the next five minutes.
    await succeed(app, sendAgain, again, by)
    await until(report_id, allSent)
    expect((await app.call(sendAgain, again, by)).msg).toBe('该文件已发送或正在发送')
  })
})

/** The compressed frames of a file, as dcmtk takes them out. */
async function framesOf(path: string): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-frames-'))
  await run('dcmdump', ['+W', folder, path])
  const parts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name))),
  )
  // Of an odd number of bytes one more was written.
  const wanted = (await drawnPhotograph()).length
  return parts.filter(({ length }) => length > 0).map((part) => part.subarray(0, wanted))
}

interface Posted {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A server of DICOMweb that keeps what is posted. */
async function startWeb(token: string) {
  const posted: Posted[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { headers, url = '' } = request
      if (headers.authorization !== `Bearer ${token}`) {
        response.writeHead(401).end()
        return
      }
      if (request.method === 'POST')
        posted.push({ path: url, headers, body: Buffer.concat(pieces) })
      response.writeHead(200, { 'content-type': 'application/dicom+json' }).end('[]')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/dicom-web`, posted }
}
const stow = (url: string, traits: Partial<Given> = {}): Given => ({
  name: '云归档',
  kind: 'stow',
  url,
  photographs: false,
  active: true,
  ...traits,
})

test('a server of DICOMweb gets a file in a part of its own, with the token that nobody is told', async () => {
  const { url, posted } = await startWeb('geheim-1')
  const destination_id = await add(stow(url, { token: 'falsch' }))
  const echo = () => succeed(app, echoDestination, { destination_id }, main)
  expect(await echo()).toEqual({ fault: '对方不接受该令牌' })
  await succeed(app, setDestination, { destination_id, ...stow(url, { token: 'geheim-1' }) }, main)
  // Without a token the kept one stays.
  await succeed(app, setDestination, { destination_id, ...stow(url) }, main)
  expect(await echo()).toEqual({ fault: null })
  const { rows } = await succeed(app, listDestinations, {}, main)
  expect(JSON.stringify(rows)).not.toContain('geheim')
  expect(rows).toMatchObject([{ has_token: true }])

  const { report_id } = await sign(await sitting())
  await until(report_id, allSent)
  const [request] = posted
  expect(request?.path).toBe('/dicom-web/studies')
  const type = request?.headers['content-type'] ?? ''
  expect(type).toMatch(/^multipart\/related; type="application\/dicom"; boundary=/)
  const [, boundary = ''] = /boundary=(.+)$/.exec(type) ?? []
  const body = request?.body ?? Buffer.alloc(0)
  const head = `--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  expect(body.subarray(0, head.length).toString()).toBe(head)
  expect(body.subarray(-tail.length).toString()).toBe(tail)
  const file = body.subarray(head.length, -tail.length)
  expect(file.toString('latin1', 128, 132)).toBe('DICM')
  expect(request?.headers['content-length']).toBe(String(body.length))
})

test('a token is told to no other server', async () => {
  const { url } = await startWeb('geheim-2')
  const other = await startWeb('geheim-2')
  const destination_id = await add(stow(url, { token: 'geheim-2' }))
  await succeed(app, setDestination, { destination_id, ...stow(other.url) }, main)
  expect(await succeed(app, echoDestination, { destination_id }, main)).toEqual({
    fault: '对方不接受该令牌',
  })
})

test.skipIf(!hasArchivePrograms)('an echo says in words what is wrong', async () => {
  const { port } = await anArchive()
  const faultAt = async (given: Given) => {
    const destination_id = await add(given)
    return (await succeed(app, echoDestination, { destination_id }, { ...main, language: 'en' }))
      .fault
  }
  expect(await faultAt(dicom(port))).toBeNull()
  expect(await faultAt(dicom(1))).toBe('Cannot be reached: the server is off, or the port is wrong')
  expect(await faultAt(dicom(port, { host: '10.1.2.3' }))).toBe(
    'This address is in a private network; the platform’s operator must allow it first',
  )
  expect(await faultAt(dicom(port, { host: '8.8.8.8' }))).toBe(
    'Data to a public address must be encrypted: turn TLS on, or use an https address',
  )
  expect(await faultAt(stow('http://8.8.8.8/dicom-web'))).toBe(
    'Data to a public address must be encrypted: turn TLS on, or use an https address',
  )
})

test('what a kind needs is asked for at its field', async () => {
  const { host, ...without } = dicom(104)
  const refused = await app.call(addDestination, without, main)
  expect(host).toBe('127.0.0.1')
  expect(refused.error_code).not.toBe(0)
  expect(refused.data).toMatchObject({ fields: { host: '此项不能为空' } })
})

test.skipIf(!hasArchivePrograms)(
  'the photographs of an archive are downloaded as DICOM',
  async () => {
    const pid = await makePatient(app, by)
    const rid = await makeArchive(app, by, pid, [await drawnPhotograph(), await drawnPhotograph()])
    const { url } = await succeed(app, dicomOfArchive, { rid }, by)
    const answered = await fetch(new URL(url, app.url))
    expect(answered.headers.get('content-disposition')).toContain('attachment')
    const files = unzipSync(new Uint8Array(await answered.arrayBuffer()))
    expect(Object.keys(files)).toEqual(['IM0001.dcm', 'IM0002.dcm'])
    const folder = await mkdtemp(join(tmpdir(), 'mingmou-zip-'))
    for (const [name, bytes] of Object.entries(files)) {
      expect(strFromU8(bytes.subarray(128, 132))).toBe('DICM')
      await writeFile(join(folder, name), bytes)
      expect(await faultsOf(join(folder, name))).toEqual([])
    }
    const stranger = await makeAccount(app, { role: '3' })
    expect((await app.call(dicomOfArchive, { rid }, stranger)).error_code).not.toBe(0)
    expect((await fetch(new URL(url.replace(rid, pid), app.url))).status).toBe(404)
  },
)
