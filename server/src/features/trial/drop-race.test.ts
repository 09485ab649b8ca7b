import {
  addTrialPhotograph,
  dropTrialPhotographs,
  listTrialBatches,
  listTrialPhotographs,
  uploadTrialBatch,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { holdCommits } from '../../testing/hold-commits.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { twoHalves } from '../../testing/two-halves.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a photograph that is dropped while its batch begins is of the batch with its files, or gone', async () => {
  const by = await makeAccount(app, { role: '5' })
  const bytes = await twoHalves(64, 48, '#345').png().toBuffer()
  const key = await upload(app, by, bytes, 'eye.png', 'experience')
  await succeed(app, addTrialPhotograph, { key, name: 'eye.png' }, by)
  const held = await holdCommits(app)
  const begun = app.call(uploadTrialBatch, { uid: by.uid, file_list: [key] }, by)
  await held.waiting(1)
  const dropped = app.call(dropTrialPhotographs, { keys: [key] }, by)
  await held.waiting(2)
  await held.release()
  expect((await begun).error_code).toBe(0)
  expect((await dropped).error_code).toBe(0)
  expect((await succeed(app, listTrialPhotographs, {}, by)).rows).toEqual([])
  const { rows } = await succeed(app, listTrialBatches, { uid: by.uid }, by)
  const thumbs = rows.flatMap(({ file_list }) => file_list.map(({ thumb_url }) => thumb_url))
  expect(thumbs).toHaveLength(1)
  for (const thumb of thumbs) expect((await fetch(new URL(thumb, app.url))).status).toBe(200)
})
