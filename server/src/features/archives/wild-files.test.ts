import { addBatchFile, fundusArchive, type Archive } from '@mingmou/contract'
import { readableFiles, SHOWN, unreadFiles } from '@mingmou/analysis/testing/wild-files'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveFields, makePatient, upload } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const NAME = 'photograph.dat'
let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp({ callsPerMinute: 100_000 })
  by = await makeAccount(app, { role: '4' })
})
afterAll(() => app.close())

const readable = Object.entries(await readableFiles())
const unread = Object.entries(await unreadFiles())

async function save(bytes: Buffer) {
  const pid = await makePatient(app, by)
  const key = await upload(app, by, bytes, NAME)
  const confirmed = [['patient' as const, 'record_date' as const]]
  const body = { pid, ...archiveFields, files_path: [key], repeated: [key], confirmed }
  return { pid, answer: await app.call(fundusArchive.create, body, by) }
}

/** The pixels of the one image of a patient as a page shows it. */
async function shownOf(pid: string) {
  const { rows } = await succeed(app, fundusArchive.list, { pid }, by)
  const url = rows.flatMap(({ images }: Archive) => images.map(({ image_url }) => image_url))[0]
  const bytes = Buffer.from(await (await fetch(new URL(url ?? '', app.url))).arrayBuffer())
  return sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer()
}

test.each(readable)(
  '%s is kept with the pixels that it means',
  async (_, { bytes, most, grey }) => {
    const { pid, answer } = await save(bytes)
    expect(answer).toMatchObject({ status: 200, error_code: 0 })
    const shown = await shownOf(pid)
    expect(shown).toHaveLength(SHOWN.length)
    const meant = grey ? SHOWN.map((_value, i) => SHOWN[i - (i % 3) + 1] ?? 0) : SHOWN
    const off = shown.reduce((sum, value, i) => sum + Math.abs(value - (meant[i] ?? 0)), 0)
    expect(off / shown.length).toBeLessThanOrEqual(most)
  },
)

test.each(unread)(
  '%s is refused with what it is and the way out, alone and in a batch',
  async (_, { bytes, names }) => {
    const { pid, answer } = await save(bytes)
    expect(answer).toMatchObject({ status: 202, error_code: 1010 })
    expect(answer.msg).toContain(names)
    expect(answer.msg).toMatch(/(导出|另存为).*：photograph\.dat$/)
    const key = await upload(app, by, bytes, NAME)
    const batch = await app.call(addBatchFile, { modality: 'fundus', key, name: NAME }, by)
    expect(batch.msg).toBe(answer.msg)
    expect((await succeed(app, fundusArchive.list, { pid }, by)).rows).toEqual([])
  },
)
