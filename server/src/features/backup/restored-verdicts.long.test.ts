import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeFiles } from '@mingmou/analysis/testing/fuzz-files'
import { readConfig } from '../../config.ts'
import { openLog } from '../../platform/log.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import {
  expectSameDoor,
  expectSameVerdicts,
  fileAt,
  judgedSittings,
  keptOf,
} from '../../testing/door-verdicts.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
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
const said: { name: string; bytes: Buffer; verdict: string; rid: string | null }[] = []

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'mingmou-verdicts-'))
  const key = join(place, 'key')
  await makeKey(key)
  app = await testApp({ databaseUrl: null })
  by = await makeAccount(app, { role: '4' })
  pid = await makePatient(app, by)
  for (const [name, bytes] of Object.entries(await wholeFiles()))
    said.push({ name, bytes, ...(await fileAt(app, by, pid, bytes)) })
})
afterAll(async () => {
  await again.close()
  await app.close()
  await rm(place, { recursive: true, force: true })
})

test('a backup that is restored into an empty place has every photograph, and each file and analysis its verdict', async () => {
  const judged = await judgedSittings(app, by, pid)
  expect(said.filter(({ verdict }) => verdict === 'taken').length).toBeGreaterThan(9)
  expect(said.filter(({ rid }) => rid === null).length).toBeGreaterThan(1)
  const before = await keptOf(app, by, pid)

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
  expect(await keptOf(again, by, pid)).toEqual(before)
  await expectSameVerdicts(again, by, judged)
  await expectSameDoor(again, by, pid, said)
})
