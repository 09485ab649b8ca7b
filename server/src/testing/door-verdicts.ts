import { createHash } from 'node:crypto'
import { encodeJpeg } from '@mingmou/analysis/phantom'
import { decode } from '@mingmou/analysis/testing/parts'
import { SEVERAL } from '@mingmou/analysis/testing/whole-pictures'
import { fundusArchive, type AnalysisResult, type Archive } from '@mingmou/contract'
import { expect } from 'vitest'
import {
  analysed,
  archiveFields,
  drawnPhotograph,
  makeArchive,
  resultOf,
  upload,
  work,
} from './clinical-factories.ts'
import type { SignedIn } from './factories.ts'
import { newlyRememberingModels } from './models.ts'
import { succeed, type TestApp } from './test-app.ts'

const NAME = 'photograph.dcm'

/** What the door says of a file, taken or why not, and the sitting that it became. */
export async function fileAt(
  on: TestApp,
  by: SignedIn,
  pid: string,
  bytes: Buffer,
  more: object = {},
): Promise<{ verdict: string; rid: string | null }> {
  const key = await upload(on, by, bytes, NAME)
  const body = { pid, ...archiveFields, files_path: [key], ...more }
  const { error_code, msg, data } = await on.call(fundusArchive.create, body, { token: by.token })
  return { verdict: error_code === 0 ? 'taken' : msg, rid: error_code === 0 ? data.rid : null }
}

const sittings = async (on: TestApp, by: SignedIn, pid: string): Promise<Archive[]> =>
  (await succeed(on, fundusArchive.list, { pid }, { token: by.token })).rows
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Everything that is kept of the photographs: what a list shows, and the bytes behind it. */
export async function keptOf(on: TestApp, by: SignedIn, pid: string): Promise<unknown[]> {
  const rows = await sittings(on, by, pid)
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
    image_index,
    eye,
    quality,
    data,
    error,
    opinion,
  }))

type Models = ReturnType<typeof newlyRememberingModels>

interface Judged {
  models: Models
  results: { rid: string; result: AnalysisResult }[]
}

/** Two sittings that are analysed: of a photograph that is judged, and of one that holds several fields. */
export async function judgedSittings(on: TestApp, by: SignedIn, pid: string): Promise<Judged> {
  const one = await drawnPhotograph()
  const [two] = Object.values(SEVERAL)
  if (!two) throw new Error('nothing is made of several fields')
  const picture = await decode(one)
  // The same bytes have the same analysis.
  const models = newlyRememberingModels()
  await work(on, models)
  const results = []
  for (const bytes of [one, await encodeJpeg(await two(picture, picture))]) {
    const rid = await makeArchive(on, by, pid, [bytes])
    results.push({ rid, result: await analysed(on, by, rid) })
  }
  const all = results.map(({ result: { left, right, other } }) => [...left, ...right, ...other])
  expect(all).toMatchObject([[{ data: { gradable: true } }], [{ data: { gradable: false } }]])
  return { models, results }
}

/** Each analysis says the same at another place, as it is read there and when it is done anew. */
export async function expectSameVerdicts(
  on: TestApp,
  by: SignedIn,
  { models, results }: Judged,
): Promise<void> {
  await work(on, models)
  for (const { rid, result } of results) {
    const read = await resultOf(on, by, result.analysis_record_id)
    expect(verdictsOf(read)).toEqual(verdictsOf(result))
    expect(verdictsOf(await analysed(on, by, rid))).toEqual(verdictsOf(result))
  }
}

/** The door says of each file what it said of it before, and knows the photographs that were brought. */
export async function expectSameDoor(
  on: TestApp,
  by: SignedIn,
  pid: string,
  said: readonly { name: string; bytes: Buffer; verdict: string }[],
): Promise<void> {
  for (const { name, bytes, verdict } of said) {
    expect([name, (await fileAt(on, by, pid, bytes)).verdict]).toEqual([name, verdict])
    const known = await fileAt(on, by, pid, bytes, { repeated: [] })
    expect([name, known.verdict.includes('已在')]).toEqual([name, verdict === 'taken'])
  }
}
