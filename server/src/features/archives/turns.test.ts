import { fundusArchive } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { archiveFields, makePatient, plainImage, upload } from '../../testing/clinical-factories.ts'
import { makeAccount, makeInstitution } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { analyseJob } from '../analyses/analyse.job.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('one photograph is analysed before four sittings of ten that were saved earlier by the same clinician', async () => {
  const { oid } = await makeInstitution(app, { auto_analyse: true })
  const by = await makeAccount(app, { role: '4', oid })
  const pid = await makePatient(app, by)
  const image = await plainImage()
  const save = async (images: number) => {
    const files_path: string[] = []
    for (let n = 0; n < images; n++) files_path.push(await upload(app, by, image))
    const body = { pid, ...archiveFields, files_path }
    return (await succeed(app, fundusArchive.create, body, { token: by.token })).rid
  }
  const large = [await save(10), await save(10), await save(10), await save(10)]
  const single = await save(1)

  const order: string[] = []
  await app.context.queue.work(
    analyseJob,
    ({ data }) => {
      order.push(data.analysis_record_id)
      return Promise.resolve()
    },
    () => Promise.resolve(),
  )
  await expect.poll(() => order).toHaveLength(5)
  const sittings = await withInstitution(app.context.db, oid, (trx) =>
    trx.selectFrom('analyses').select(['analysis_record_id', 'rid']).execute(),
  )
  const ridOf = new Map(sittings.map((row) => [row.analysis_record_id, row.rid]))
  expect(order.map((id) => ridOf.get(id))).toEqual([single, ...large])
})
