import { listWorklist } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { withInstitution } from '../../platform/database/institution.ts'
import { keepFindings, makeArchive, makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { resettle } from './resettle.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
})
afterAll(() => app.close())

test('sittings that were settled by earlier rules get the rank and the reasons of today', async () => {
  const pid = await makePatient(app, by)
  const rids: string[] = []
  for (let n = 0; n < 23; n++) {
    const rid = await makeArchive(app, by, pid)
    await keepFindings(app, by, { pid, rid }, SAMPLE_FINDINGS)
    rids.push(rid)
  }
  const oid = by.oid ?? ''
  await withInstitution(app.context.db, oid, async (trx) => {
    // As an earlier program left them: without reasons, or with those of its rules.
    await trx
      .updateTable('dataset_images')
      .set({ eye_reasons: null, eye_stage: null, settled_by: 0 })
      .execute()
    await trx
      .updateTable('dataset_images')
      .set({ eye_reasons: ['stage.referable'], eye_stage: 1 })
      .where('rid', 'in', rids.slice(7))
      .execute()
    await trx.updateTable('archives').set({ urgency: 4 }).execute()
  })
  await resettle(app.context)
  const { rows } = await succeed(app, listWorklist, {}, { token: by.token })
  expect(new Set(rows.map(({ urgency }) => urgency))).toEqual(new Set(['referable']))
  const kept = await withInstitution(app.context.db, oid, (trx) =>
    trx.selectFrom('dataset_images').select(['rid', 'eye_stage', 'eye_reasons']).execute(),
  )
  expect(kept.map(({ rid }) => rid).sort()).toEqual(rids.sort())
  for (const { eye_stage, eye_reasons } of kept)
    expect([eye_stage, eye_reasons]).toEqual([2, ['stage.referable', 'oedema.referable']])
})
