import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addTrialPhotograph,
  fundusArchive,
  getTrialReport,
  uploadTrialBatch,
  type FundusFindings,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentFiles, type OfKind } from '@mingmou/analysis/testing/content-files'
import {
  analysed,
  archiveFields,
  makePatient,
  nextEvent,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { addToBatch, fileBatch } from '../../testing/batch-factory.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let folder: string
let kinds: [string, OfKind][]
beforeAll(async () => {
  app = await testApp({ callsPerMinute: 100_000 })
  folder = await mkdtemp(join(tmpdir(), 'reasons-'))
  kinds = Object.entries(await contentFiles())
  await work(app, rememberingModels())
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

interface Told {
  gradable: boolean
  quality: Pick<FundusFindings['quality'], 'reasons'>
}

/** What is said of the content of a picture. */
const said = ({ gradable, quality }: Told) =>
  [gradable ? 'judged' : 'not judged', ...quality.reasons].join(', ')
/** A name that says nothing of anybody. */
const nameOf = (at: number) => `${String.fromCharCode(97 + at).repeat(3)}.dcm`

/** The program at the command line, in a process of its own. */
async function byCommand(): Promise<string[]> {
  const [from, out] = [join(folder, 'in'), join(folder, 'out')]
  const paths = kinds.map((_, at) => join(folder, nameOf(at)))
  await Promise.all(kinds.map(([, { bytes }], at) => writeFile(paths[at] ?? from, bytes)))
  const root = join(import.meta.dirname, '..', '..', '..', '..')
  const program = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
  const words = [program, 'analysis/src/cli.ts', 'fundus', ...paths, '--out', out]
  const errors = await new Promise<string>((done) =>
    execFile(process.execPath, words, { cwd: root }, (_, __, stderr) => done(stderr)),
  )
  expect(errors).toBe('')
  return Promise.all(
    kinds.map(async (_, at) => {
      const path = join(out, nameOf(at).slice(0, 3), 'findings.json')
      return said(JSON.parse(await readFile(path, 'utf8')) as FundusFindings)
    }),
  )
}

async function ofSitting(by: SignedIn, rid: string): Promise<string[]> {
  const { left, right, other } = await analysed(app, by, rid)
  const images = [...left, ...right, ...other].sort((a, b) => a.image_index - b.image_index)
  return images.map(({ data }) => said(data as FundusFindings))
}

async function bySingle(by: SignedIn): Promise<string[]> {
  const files_path: string[] = []
  for (const [at, [, { bytes }]] of kinds.entries())
    files_path.push(await upload(app, by, bytes, nameOf(at)))
  const body = {
    pid: await makePatient(app, by),
    ...archiveFields,
    files_path,
    repeated: files_path,
  }
  return ofSitting(by, (await succeed(app, fundusArchive.create, body, by)).rid)
}

async function byBatch(by: SignedIn): Promise<string[]> {
  const files = []
  for (const [at, [, { bytes }]] of kinds.entries())
    files.push(await addToBatch(app, by, nameOf(at), bytes))
  const filed = await fileBatch(app, by, await makePatient(app, by), files, {
    repeated: files.map(({ key }) => key),
  })
  expect([filed.error_code, filed.msg]).toEqual([0, expect.any(String)])
  return ofSitting(by, filed.data.rid)
}

async function byTrial(): Promise<string[]> {
  const by = await makeAccount(app, { role: '5' })
  const keys: string[] = []
  for (const [at, [, { bytes }]] of kinds.entries()) {
    const key = await upload(app, by, bytes, nameOf(at), 'experience')
    await succeed(app, addTrialPhotograph, { key, name: nameOf(at) }, by)
    keys.push(key)
  }
  const { happened } = await nextEvent(app, 'anal_ex')
  const { anal_id } = await succeed(app, uploadTrialBatch, { uid: by.uid, file_list: keys }, by)
  await happened
  const { report_data } = await succeed(app, getTrialReport, { uid: by.uid, anal_id }, by)
  return kinds.map((_, at) => {
    const found = report_data.images.find(({ file_name }) => file_name === nameOf(at))
    if (!found?.photograph) throw new Error(`nothing of ${nameOf(at)}`)
    const { gradable, iqa } = found.photograph
    return said({ gradable, quality: iqa })
  })
}

test('what is in a picture is told alike, whichever way it comes in', async () => {
  const expected = await byCommand()
  for (const [at, [kind, { reason }]] of kinds.entries())
    if (reason) expect([kind, expected[at]]).toEqual([kind, expect.stringContaining(reason)])
  // Another clinician each time: the same picture is filed once.
  for (const door of [bySingle, byBatch] as const) {
    const by = await makeAccount(app, { role: '4' })
    expect([door.name, await door(by)]).toEqual([door.name, expected])
  }
  expect(await byTrial()).toEqual(expected)
})
