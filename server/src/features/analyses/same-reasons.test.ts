import { fundusArchive, type FundusFindings } from '@mingmou/contract'
import { openImage } from '@mingmou/analysis/image'
import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import {
  ABOVE_DARK,
  POSTERISED,
  RECOLOURED,
  SEVERAL,
  SURROUNDED,
} from '@mingmou/analysis/testing/whole-pictures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  analysed,
  archiveFields,
  makePatient,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const eye = (side: 'OD' | 'OS', seed = 4) => drawFundus(seed, { width: 900, eye: side }).image

/** One picture for each reason for which nothing is judged. */
async function pictures(): Promise<Buffer[]> {
  const [one, other] = [eye('OD'), eye('OS', 5)]
  const made = [SEVERAL, SURROUNDED, ABOVE_DARK].map((all) => Object.values(all)[0])
  const all = [
    ...(await Promise.all(made.flatMap((make) => (make ? [make(one, other)] : [])))),
    ...['red and blue exchanged', 'in one pale hue', 'negative'].flatMap(
      (name) => RECOLOURED[name]?.(one) ?? [],
    ),
    ...['in four levels of each channel'].flatMap((name) => POSTERISED[name]?.(one) ?? []),
  ]
  return Promise.all(all.map((picture) => encodeJpeg(picture)))
}

test('a picture that is not judged has one reason, at the command line as in an archive', async () => {
  const clinician = await makeAccount(app, { role: '4' })
  const pid = await makePatient(app, clinician)
  const files = await pictures()
  const models = rememberingModels()
  const alone: (readonly string[])[] = []
  for (const bytes of files) {
    const { findings } = await (await models).fundus.analyse((await openImage(bytes)).bytes)
    alone.push((findings as FundusFindings).quality.reasons)
  }
  expect(new Set(alone.map(([first]) => first)).size).toBeGreaterThan(4)
  const keys: string[] = []
  for (const [at, bytes] of files.entries())
    keys.push(await upload(app, clinician, bytes, `picture-${at}.jpg`))
  const body = { pid, ...archiveFields, files_path: keys, repeated: keys }
  const { rid } = await succeed(app, fundusArchive.create, body, clinician)
  await work(app, models)
  const { left, right, other } = await analysed(app, clinician, rid)
  const told = [...left, ...right, ...other]
    .sort((a, b) => a.image_index - b.image_index)
    .map(({ data }) => data?.quality.reasons)
  expect(told).toEqual(alone)
})
