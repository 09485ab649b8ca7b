import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wholeFiles } from '@mingmou/analysis/testing/fuzz-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePatient } from '../../testing/clinical-factories.ts'
import {
  expectSameDoor,
  expectSameVerdicts,
  fileAt,
  judgedSittings,
  keptOf,
} from '../../testing/door-verdicts.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { placed } from '../../testing/place.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { openVault } from '../backup/vault.ts'
import { exportInstitution } from './export.ts'
import { importInstitution } from './import.ts'

let from: TestApp
let to: TestApp
let by: SignedIn
let pid: string
let place: string
/** What the door of the first place said of each file. */
const said: { name: string; bytes: Buffer; verdict: string }[] = []

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'mingmou-moved-'))
  from = await testApp()
  to = await testApp()
  by = await makeAccount(from, { role: '3' })
  pid = await makePatient(from, by)
  for (const [name, bytes] of Object.entries(await wholeFiles()))
    said.push({ name, bytes, verdict: (await fileAt(from, by, pid, bytes)).verdict })
})
afterAll(async () => {
  await Promise.all([from.close(), to.close()])
  await rm(place, { recursive: true, force: true })
})

test('an institution that moves has every photograph, and each file and analysis its verdict', async () => {
  const judged = await judgedSittings(from, by, pid)
  const before = await keptOf(from, by, pid)
  expect(before.length).toBeGreaterThan(9)

  const vault = await openVault(join(place, 'vault'), null, { make: true })
  await placed(from, (at) => exportInstitution(at, vault, by.oid ?? ''))
  await placed(to, (at) => importInstitution(at, vault))
  by = await signIn(to, by)
  expect(await keptOf(to, by, pid)).toEqual(before)
  await expectSameVerdicts(to, by, judged)
  await expectSameDoor(to, by, pid, said)
})
