import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fundusArchive, type AnalysisResult, type Archive } from '@mingmou/contract'
import { encodeJpeg } from '@mingmou/analysis/phantom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decode } from '@mingmou/analysis/testing/parts'
import { wholeFiles } from '@mingmou/analysis/testing/fuzz-files'
import { SEVERAL } from '@mingmou/analysis/testing/whole-pictures'
import { readConfig } from '../../config.ts'
import { openLog } from '../../platform/log.ts'
import {
  analysed,
  archiveFields,
  drawnPhotograph,
  makeArchive,
  makePatient,
  resultOf,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { newlyRememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { alone, makeBackup } from './backup.ts'
import { makeKey, readKey } from './key.ts'
import { restore } from './restore.ts'
import { embeddedOf } from './source.ts'
import { openVault } from './vault.ts'

const log = openLog('silent')
let app: TestApp
let again: TestApp
let by: SignedIn
let pid: string
let place: string
/** What the door said of each file, and the sitting that it became. */
const said = new Map<string, { verdict: string; rid: string | null }>()
let files: Record<string, Buffer>

const NAME = 'photograph.dcm'

async function file(on: TestApp, bytes: Buffer, more: object = {}) {
  const key = await upload(on, by, bytes, NAME)
  const body = { pid, ...archiveFields, files_path: [key], ...more }
  const { error_code, msg, data } = await on.call(fundusArchive.create, body, { token: by.token })
  return { verdict: error_code === 0 ? 'taken' : msg, rid: error_code === 0 ? data.rid : null }
}
const sittings = async (on: TestApp): Promise<Archive[]> =>
  (await succeed(on, fundusArchive.list, { pid }, { token: by.token })).rows
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Everything that is kept of the photographs: what a list shows, and the bytes behind it. */
async function keptOf(on: TestApp) {
  const rows = await sittings(on)
  return Promise.all(
    rows.map(async ({ rid, images }) => ({
      rid,
      images: await Promise.all(
        images.map(async ({ width, height, file_name, image_url, thumb_url }) => {
          const bytes = async (url: string) =>
            hashOf(Buffer.from(await (await fetch(new URL(url, on.url))).arrayBuffer()))
          return { width, height, file_name, of: [await bytes(image_url), await bytes(thumb_url)] }
        }),
      ),
    })),
  )
}

/** What an analysis says of each photograph, without what is signed anew at each reading. */
const verdictsOf = ({ left, right, other }: AnalysisResult) =>
  [...left, ...right, ...other].map(({ image_index, eye, quality, data, error, opinion }) => ({
    ...{ image_index, eye, quality, data, error, opinion },
  }))

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'mingmou-verdicts-'))
  const key = join(place, 'key')
  await makeKey(key)
  app = await testApp({ databaseUrl: null })
  by = await makeAccount(app, { role: '4' })
  pid = await makePatient(app, by)
  files = await wholeFiles()
  for (const [name, bytes] of Object.entries(files)) said.set(name, await file(app, bytes))
})
afterAll(async () => {
  await again.close()
  await app.close()
  await rm(place, { recursive: true, force: true })
})

test('a backup that is restored into an empty place has every photograph, and each file and analysis its verdict', async () => {
  const one = await drawnPhotograph()
  const [two] = Object.values(SEVERAL)
  if (!two) throw new Error('nothing is made of several fields')
  const picture = await decode(one)
  const rids = [
    await makeArchive(app, by, pid, [one]),
    await makeArchive(app, by, pid, [await encodeJpeg(await two(picture, picture))]),
  ]
  // The same bytes have the same analysis.
  const models = newlyRememberingModels()
  await work(app, models)
  const results = []
  for (const rid of rids) results.push(await analysed(app, by, rid))
  expect(results.map(({ left, right, other }) => [...left, ...right, ...other])).toMatchObject([
    [{ data: { gradable: true } }],
    [{ data: { gradable: false } }],
  ])
  expect([...said.values()].filter(({ verdict }) => verdict === 'taken').length).toBeGreaterThan(9)
  expect([...said.values()].filter(({ rid }) => rid === null).length).toBeGreaterThan(1)
  const before = await keptOf(app)

  const database = await embeddedOf(app.context.config)
  if (database === null) throw new Error('no embedded server')
  const source = { database, files: app.context.files, dataDir: app.context.config.dataDir }
  const secret = await readKey(join(place, 'key'))
  const vault = await openVault(join(place, 'vault'), secret, { make: true })
  await alone(source, vault, () => makeBackup(source, vault, log))
  const dataDir = join(place, 'restored')
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  await restore(await openVault(join(place, 'vault'), secret), config, null, log)
  again = await testApp({ databaseUrl: null, dataDir })
  by = await signIn(again, by)
  await work(again, models)

  expect(await keptOf(again)).toEqual(before)
  for (const [at, result] of results.entries()) {
    const read = await resultOf(again, by, result.analysis_record_id)
    expect(verdictsOf(read)).toEqual(verdictsOf(result))
    const anew = await analysed(again, by, rids[at] ?? '')
    expect(verdictsOf(anew)).toEqual(verdictsOf(result))
  }
  for (const [name, bytes] of Object.entries(files)) {
    const { verdict } = await file(again, bytes)
    expect([name, verdict]).toEqual([name, said.get(name)?.verdict])
    // The restored program knows the photographs that it has.
    const known = await file(again, bytes, { repeated: [] })
    expect([name, known.verdict.includes('已在')]).toEqual([name, verdict === 'taken'])
  }
})
