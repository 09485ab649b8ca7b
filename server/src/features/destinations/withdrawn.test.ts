import { readFile } from 'node:fs/promises'
import {
  addDestination,
  deleteDestination,
  fundusAnalysis,
  fundusArchive,
  listDeliveries,
  listDestinations,
  mergePatients,
  sendAgain,
  setDestination,
  setPatient,
  takeBackReceived,
  unmergePatient,
  voidReport,
  deletePatient,
  type Delivery,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  faultsOf,
  hasArchivePrograms,
  run,
  startArchive,
  startWire,
  type Archive,
} from '../../testing/archive-peer.ts'
import {
  hasDcmtk,
  photograph,
  receivingApp,
  registerCamera,
  sendFiles,
} from '../../testing/camera.ts'
import {
  keepFindings,
  makePatient,
  patientInput,
  resultOf,
  work,
} from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import {
  sign as makeReport,
  sitting as makeSitting,
  type Sitting,
} from '../../testing/report-maker.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'

let receiving: Awaited<ReturnType<typeof receivingApp>>
let app: TestApp
let by: SignedIn
let archive: Archive
let place: { port: number; title: string }
beforeAll(async () => {
  receiving = await receivingApp()
  app = receiving.app
  await work(app)
})
afterAll(() => receiving.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '3' })
  place = { port: receiving.port, ...(await registerCamera(app, by)) }
  archive = await startArchive()
  await succeed(app, addDestination, given(archive.port), by)
})
afterEach(async () => {
  archive.stop()
  const { rows } = await succeed(app, listDestinations, {}, by)
  for (const { destination_id } of rows)
    await succeed(app, deleteDestination, { destination_id }, by)
})

const given = (port: number) => ({
  ...({ name: '归档', kind: 'dicom', calling_title: 'MINGMOU', host: '127.0.0.1', port } as const),
  called_title: 'ARCHIVE',
  tls: false,
  photographs: true,
  active: true,
})

const sitting = (): Promise<Sitting> =>
  makeSitting(app, by, { name: '张三', gender: 1, birthday: '1960-05-17', ad_card_number: 'P-1' })
const sign = async (of: Pick<Sitting, 'pid' | 'analysis_id'>, opinion?: string) =>
  (await makeReport(app, by, of, opinion)).report_id
const rowsOf = async (report_id: string): Promise<Delivery[]> =>
  (await succeed(app, listDeliveries, { report_id }, by)).rows
/** What the page of a report says once nothing waits any more. */
async function settled(report_id: string): Promise<(string | null)[][]> {
  await expect
    .poll(async () => (await rowsOf(report_id)).filter(({ state }) => state === 'waiting'))
    .toEqual([])
  return (await rowsOf(report_id)).map(({ what, eye, state }) => [what, eye, state])
}
async function stateEye(of: Sitting, value: 'OD' | 'OS' | null) {
  const { left, right, other } = await resultOf(app, by, of.analysis_id)
  const [image] = [...right, ...left, ...other]
  const judgement = image?.judgements.find(({ name }) => name === 'eye')
  const replaces = judgement?.corrections[0]?.correction_id ?? null
  const body = { analysis_record_id: of.analysis_id, image_index: 0, field: 'eye', value }
  await succeed(app, fundusAnalysis.correct, { ...body, reason: '眼别标反', replaces }, by)
}

interface Held {
  kind: string
  uid: string
  number: string
  eye: string
  series: string
  study: string
  /** Which file it takes back. */
  rejects: string
  path: string
}
const tag = (said: string, group: string) =>
  new RegExp(`\\(${group}\\) \\w\\w [\\[=]([^\\]]*?)\\]? +#`).exec(said)?.[1] ?? ''
/** Photographs that lie in the archive, and what takes them back, as dcmtk reads them. */
async function held(): Promise<Held[]> {
  const all = await Promise.all(
    (await archive.files()).map(async (path) => {
      const said = (await run('dcmdump', ['+L', '-q', '-Un', path])).said
      const rejects = said.slice(said.indexOf('(0008,1199)'))
      return {
        kind: tag(said, '0008,0060'),
        uid: tag(said, '0008,0018'),
        number: tag(said, '0010,0020'),
        eye: tag(said, '0020,0062'),
        study: tag(said, '0020,000d').trim(),
        series: /^\(0020,000e\) UI \[([\d.]+)\]/m.exec(said)?.[1] ?? '',
        rejects: said.includes('113037') ? tag(rejects, '0008,1155') : '',
        path,
      }
    }),
  )
  return all.filter(({ kind }) => kind !== 'DOC')
}
const pictures = (all: readonly Held[]) => all.filter(({ kind }) => kind !== 'KO')
/** What a viewer shows that knows what was taken back. */
const shown = (all: readonly Held[]) =>
  pictures(all).filter(({ uid }) => !all.some(({ rejects }) => rejects === uid))
const told = (all: readonly Held[]) => all.map(({ eye, number }) => [eye, number])

/** The instances that our own DICOMweb answers of a sitting, as UID and eye. */
async function answered(): Promise<string[][]> {
  const ask = async (path: string) => {
    const url = `${app.url}/dicomweb/${by.oid ?? ''}${path}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${by.token}` } })
    return (await answer.json()) as Record<string, { Value?: string[] }>[]
  }
  const found: string[][] = []
  for (const study of await ask('/studies')) {
    const uid = study['0020000D']?.Value?.[0] ?? ''
    for (const instance of await ask(`/studies/${uid}/instances?includefield=ImageLaterality`))
      if (instance['00080060']?.Value?.[0] === 'OP')
        found.push([instance['00080018']?.Value?.[0] ?? '', instance['00200062']?.Value?.[0] ?? ''])
  }
  return found
}

describe.runIf(hasDcmtk && hasArchivePrograms)('a photograph that an archive has', () => {
  test('is taken back there when its eye is corrected, and comes as the other eye', async () => {
    const of = await sitting()
    const report_id = await sign(of)
    await settled(report_id)
    const [before] = await held()
    expect(before?.eye).toBe('R')
    expect(await answered()).toEqual([[before?.uid, 'R']])

    await stateEye(of, 'OS')
    expect(await settled(report_id)).toEqual([
      ['photograph', 'OD', 'sent'],
      ['report', null, 'sent'],
      ['rejection', 'OD', 'sent'],
      ['photograph', 'OS', 'sent'],
    ])
    const after = await held()
    expect(await Promise.all(after.map(({ path }) => faultsOf(path)))).toEqual([[], [], []])
    const [now, ...more] = shown(after)
    expect([now?.eye, more]).toEqual(['L', []])
    expect(now?.series).not.toBe(before?.series)
    expect(new Set(after.map(({ study }) => study)).size).toBe(1)
    expect(await answered()).toEqual([[now?.uid, 'L']])

    // Back again: what was taken back does not come a second time under its UID.
    await stateEye(of, 'OD')
    await settled(report_id)
    const last = await held()
    expect(told(shown(last))).toEqual([['R', 'P-1']])
    expect(new Set(pictures(last).map(({ uid }) => uid)).size).toBe(3)
    expect(await answered()).toEqual(shown(last).map(({ uid }) => [uid, 'R']))
  })

  test('stays as the signed report has it when a machine alone says another eye', async () => {
    const of = await sitting()
    const report_id = await sign(of)
    await settled(report_id)
    const again = await keepFindings(app, by, of, { ...SAMPLE_FINDINGS, eye: 'OS' })
    const own = { name: '张三', gender: 1, birthday: '1960-05-17', ad_card_number: 'P-3' } as const
    await succeed(app, setPatient, { ...patientInput(own), pid: of.pid }, by)
    await settled(report_id)
    expect(told(shown(await held()))).toEqual([['R', 'P-3']])
    // Signed by a person, it holds.
    const second = await sign({ ...of, analysis_id: again }, '复查')
    expect(await settled(second)).toEqual([
      ['photograph', 'OS', 'sent'],
      ['report', null, 'sent'],
    ])
    await settled(report_id)
    expect(told(shown(await held()))).toEqual([['L', 'P-3']])
  })

  test('is taken back when its sitting is deleted', async () => {
    const of = await sitting()
    const report_id = await sign(of)
    await settled(report_id)
    await succeed(app, fundusArchive.delete, { rid: of.rid }, by)
    await settled(report_id)
    const all = await held()
    expect(all).toHaveLength(2)
    expect(shown(all)).toEqual([])
  })

  test('is taken back when its patient is deleted', async () => {
    const of = await sitting()
    await settled(await sign(of))
    await succeed(app, deletePatient, { pid: of.pid }, by)
    await expect.poll(async () => (await held()).length).toBe(2)
    expect(shown(await held())).toEqual([])
  })

  test('follows its patient to another number, by a merge, its undoing and a correction', async () => {
    const of = await sitting()
    const report_id = await sign(of)
    const pid = await makePatient(app, by, { name: '张三', ad_card_number: 'P-9' })
    await settled(report_id)
    await succeed(app, mergePatients, { pid, merged_pid: of.pid }, by)
    await settled(report_id)
    expect(told(shown(await held()))).toEqual([['R', 'P-9']])
    expect((await held()).find(({ kind }) => kind === 'KO')?.number).toBe('P-1')
    await succeed(app, unmergePatient, { merged_pid: of.pid }, by)
    await settled(report_id)
    expect(told(shown(await held()))).toEqual([['R', 'P-1']])
    const corrected = {
      name: '张三',
      gender: 1,
      birthday: '1960-05-17',
      ad_card_number: 'P-2',
    } as const
    await succeed(app, setPatient, { ...patientInput(corrected), pid: of.pid }, by)
    await settled(report_id)
    const all = await held()
    expect(told(shown(all))).toEqual([['R', 'P-2']])
    expect(await Promise.all(all.map(({ path }) => faultsOf(path)))).toEqual(all.map(() => []))
  })

  test('and that came from a camera is taken back in the study of the camera when its filing is', async () => {
    const own = { ad_card_number: 'P-1', name: '张三', gender: 1, birthday: '1960-05-17' } as const
    const pid = await makePatient(app, by, own)
    const file = photograph({
      charset: 'ISO_IR 192',
      number: 'P-1',
      name: Buffer.from('Zhang^San=张^三'),
      birthday: '19600517',
      sex: 'M',
      day: '20240301',
      eye: 'R',
      study: '2.25.4100',
    })
    await sendFiles(place, [file])
    const sittings = async () => (await succeed(app, fundusArchive.list, { pid }, by)).rows
    await expect.poll(async () => (await sittings()).length).toBe(1)
    const rid = (await sittings())[0]?.rid ?? ''
    const analysis_id = await keepFindings(app, by, { pid, rid })
    const report_id = await sign({ pid, analysis_id })
    await settled(report_id)
    const [before] = await held()
    expect(file.includes(before?.uid ?? 'none')).toBe(true)
    await succeed(app, voidReport, { report_id, reason: '患者有误' }, by)
    await succeed(app, takeBackReceived, { rid }, by)
    await settled(report_id)
    const all = await held()
    expect([all.length, shown(all)]).toEqual([2, []])
    const rejection = all.find(({ kind }) => kind === 'KO')
    expect(rejection?.study).toBe(before?.study)
    const bytes = (await readFile(rejection?.path ?? '')).toString('latin1')
    expect(bytes).toContain(before?.series)
  })

  test('and whose answer was lost is taken back too, and goes no second time as what it was', async () => {
    const wire = await startWire(archive.port, 'cuts')
    const { rows } = await succeed(app, listDestinations, {}, by)
    const [destination] = rows
    if (!destination) throw new Error('no destination')
    const moved = { ...given(wire.port), destination_id: destination.destination_id }
    await succeed(app, setDestination, moved, by)
    const of = await sitting()
    const report_id = await sign(of)
    const isTried = async () => (await rowsOf(report_id)).every(({ reason }) => reason !== null)
    await expect.poll(isTried).toBe(true)
    wire.mend()
    await stateEye(of, 'OS')
    await withFullRights(app.context.config.databaseUrl, (client) =>
      client.query(`update jobs set due_at = now() where name = 'delivery'`),
    )
    expect(await settled(report_id)).toEqual([
      ['photograph', 'OD', 'dropped'],
      ['report', null, 'sent'],
      ['rejection', 'OD', 'sent'],
      ['photograph', 'OS', 'sent'],
    ])
    wire.stop()
    const all = await held()
    expect(told(pictures(all)).sort()).toEqual([
      ['L', 'P-1'],
      ['R', 'P-1'],
    ])
    expect(told(shown(all))).toEqual([['L', 'P-1']])
    const [former] = await rowsOf(report_id)
    const again = await app.call(sendAgain, { delivery_id: former?.delivery_id ?? '' }, by)
    expect(again.error_code).not.toBe(0)
  })
})
