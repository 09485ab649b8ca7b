import { fundusArchive, FUNDUS_MAPS, LESIONS } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  analysed,
  drawnPhotograph,
  makeSitting,
  plainImage,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { passHour } from '../../testing/hour.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await work(app, rememberingModels())
})
afterAll(() => app.close())

const kept = async () => {
  const keys: string[] = []
  for await (const { key } of app.context.files.list('')) {
    if (!key.startsWith('audit/')) keys.push(key)
  }
  return keys.sort()
}

test('after a day, files that no record names are gone, and all others stay', async () => {
  const { by, rid } = await makeSitting(app, [await drawnPhotograph()])
  await analysed(app, by, rid)
  const deleted = await makeSitting(app)
  const asked = { token: deleted.by.token }
  await succeed(app, fundusArchive.delete, { rid: deleted.rid }, asked)
  const inUse = await kept()
  // Lesions have two maps each.
  expect(inUse).toHaveLength(4 + FUNDUS_MAPS.length + LESIONS.length)

  await upload(app, by, await plainImage())
  // The files that a killed program leaves.
  const oid = by.oid ?? ''
  for (const lost of ['archives', 'analyses'].map((area) => `${area}/${oid}/${oid}/0.jpg`)) {
    await app.context.files.put(lost, await plainImage(), 'image/jpeg')
  }
  await passHour(app.context)
  expect(await kept()).toHaveLength(inUse.length + 3)
  app.advance(25 * 3600)
  await passHour(app.context)
  expect(await kept()).toEqual(inUse)
})
