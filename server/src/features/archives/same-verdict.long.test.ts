import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addBatchFile, addTrialPhotograph, fundusArchive, text } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFile } from '@mingmou/analysis/testing/parts'
import { openImage } from '@mingmou/analysis/image'
import { changedFiles, wholeFiles } from '@mingmou/analysis/testing/fuzz-files'
import { archiveFields, makePatient, upload } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

const NAME = 'photograph.dcm'
let app: TestApp
let clinician: SignedIn
let pid: string
let folder: string
beforeAll(async () => {
  app = await testApp({ callsPerMinute: 100_000 })
  clinician = await makeAccount(app, { role: '4' })
  pid = await makePatient(app, clinician)
  folder = await mkdtemp(join(tmpdir(), 'verdict-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** What a door says: taken, or why not. */
const verdict = ({ error_code, msg }: { error_code: number; msg: string }) =>
  error_code === 0 ? 'taken' : msg

async function byArchive(bytes: Buffer): Promise<string> {
  const key = await upload(app, clinician, bytes, NAME)
  // Whose photograph it says to be is no matter of its format.
  const confirmed = [['patient' as const, 'record_date' as const]]
  const body = { pid, ...archiveFields, files_path: [key], repeated: [key], confirmed }
  return verdict(await app.call(fundusArchive.create, body, clinician))
}

async function byBatch(bytes: Buffer): Promise<string> {
  const key = await upload(app, clinician, bytes, NAME)
  const body = { modality: 'fundus', key, name: NAME } as const
  return verdict(await app.call(addBatchFile, body, clinician))
}

async function byTrial(bytes: Buffer): Promise<string> {
  // Somebody else each time: a visitor sends no picture twice.
  const visitor = await makeAccount(app, { role: '5' })
  const key = await upload(app, visitor, bytes, NAME, 'experience')
  return verdict(await app.call(addTrialPhotograph, { key, name: NAME }, visitor))
}

async function byCheck(bytes: Buffer): Promise<string> {
  const path = join(folder, NAME)
  await writeFile(path, bytes)
  const found = await checkFile(path)
  return 'refused' in found ? text('zh-CN', found.refused) : 'taken'
}

describe('a file', () => {
  test('of any format has one verdict, whichever way it comes in', async () => {
    for (const [name, bytes] of Object.entries(await wholeFiles())) {
      const expected = await byCheck(bytes)
      const doors = [await byArchive(bytes), await byBatch(bytes), await byTrial(bytes)]
      expect([name, ...doors]).toEqual([name, expected, expected, expected])
    }
  })

  test('is kept as bytes that open as themselves: restored or filed anew, it has the same verdict', async () => {
    for (const [name, bytes] of Object.entries(await wholeFiles())) {
      const kept = await openImage(bytes).catch(() => null)
      if (kept === null) continue
      const again = await openImage(kept.bytes)
      expect([name, again.bytes.equals(kept.bytes)]).toEqual([name, true])
    }
  })

  test('with bytes changed at random is taken or refused by the door, and is no fault', async () => {
    let left = 200
    for await (const { name, bytes } of changedFiles(99)) {
      if (left-- === 0) break
      const said = await byArchive(bytes)
      expect([name, said]).toEqual([name, await byCheck(bytes)])
    }
  })
})

test('the program that analyses at the command line refuses in the same words', async () => {
  const refused: string[] = []
  let at = 0
  for await (const { bytes } of changedFiles(35)) {
    if (at++ === 90) break
    const path = join(folder, `${at}.dcm`)
    await writeFile(path, bytes)
    const found = await checkFile(path)
    if ('refused' in found) refused.push(path)
  }
  expect(refused.length).toBeGreaterThan(3)
  const root = join(import.meta.dirname, '..', '..', '..', '..')
  const words = ['analysis/src/cli.ts', 'fundus', ...refused, '--out', join(folder, 'out')]
  const program = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
  const errors = await new Promise<string>((done) =>
    execFile(process.execPath, [program, ...words], { cwd: root }, (_, __, stderr) => done(stderr)),
  )
  const told = await Promise.all(
    refused.map(async (path) => {
      const found = await checkFile(path)
      return 'refused' in found ? text('en', found.refused) : (await readFile(path)).toString()
    }),
  )
  expect(errors.trim().split('\n')).toEqual(told)
})
