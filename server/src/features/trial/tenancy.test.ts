import {
  adminAddTrialAccount,
  adminBanInstitution,
  adminDeleteInstitution,
  adminDeleteTrialAccount,
  adminInstitutionDetail,
  adminListDeletedInstitutions,
  adminListInstitutions,
  adminListReviews,
  ERROR,
  getStatistics,
  listAudit,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeSitting } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { purgeInstitutions } from '../institutions/purge.ts'

let app: TestApp
let admin: SignedIn

beforeAll(async () => {
  app = await testApp()
  admin = await makeAccount(app, { role: '1' })
})
afterAll(() => app.close())

let made = 0

/** A trial account that an administrator adds, and its tenant. */
async function addTrial() {
  const username = `visitor${++made}`
  const body = { username, email: `${username}@clinic.example.com`, password: 'correct-horse1' }
  const { aid } = await succeed(app, adminAddTrialAccount, body, { token: admin.token })
  const { oid } = await app.context.db
    .selectFrom('institutions')
    .select('oid')
    .where('trial_of', '=', aid)
    .executeTakeFirstOrThrow()
  return { aid, oid }
}

const patientsOf = (oid: string) =>
  withInstitution(app.context.db, oid, (trx) =>
    trx.selectFrom('patients').select(['pid', 'oid']).execute(),
  )

describe('a trial account', () => {
  test('has a tenant of its own with one technical patient, and sees nothing of another', async () => {
    const [one, other] = [await addTrial(), await addTrial()]
    expect(await patientsOf(one.oid)).toEqual([{ pid: expect.any(String) as string, oid: one.oid }])
    expect(await patientsOf(other.oid)).toEqual([
      { pid: expect.any(String) as string, oid: other.oid },
    ])
    const [theirs] = await patientsOf(other.oid)
    const reached = await withInstitution(app.context.db, one.oid, (trx) =>
      trx
        .updateTable('patients')
        .set({ name: '-' })
        .where('pid', '=', theirs?.pid ?? '')
        .executeTakeFirst(),
    )
    expect(reached.numUpdatedRows).toBe(0n)
  })

  test('shows its tenant in no list, no count and no page of an administrator', async () => {
    const asked = { token: admin.token }
    const before = await Promise.all([
      succeed(app, adminListInstitutions, {}, asked),
      succeed(app, adminListReviews, {}, asked),
    ])
    const { oid } = await addTrial()
    const after = await Promise.all([
      succeed(app, adminListInstitutions, {}, asked),
      succeed(app, adminListReviews, {}, asked),
    ])
    expect(after).toEqual(before)
    expect(JSON.stringify(after)).not.toContain(oid)
    for (const call of [adminInstitutionDetail, adminBanInstitution, adminDeleteInstitution]) {
      expect(await app.call(call, { oid }, asked)).toMatchObject({ error_code: ERROR.notFound })
    }
  })

  test('adds no image to the figure of the home page', async () => {
    const { rid } = await makeSitting(app)
    const { oid } = await addTrial()
    const { all } = (await succeed(app, getStatistics, {})).imageNumber
    expect(all).toBe(1)
    const [patient] = await patientsOf(oid)
    await withInstitution(app.context.db, oid, async (trx) => {
      const archive = { oid, pid: patient?.pid ?? '', rid: newId(), modality: 'fundus' } as const
      const made_by = {
        record_date: '2024-03-01',
        collect_device: '-',
        fields: '{"img_type":1}',
      } as const
      await trx
        .insertInto('archives')
        .values({ ...archive, ...made_by, created_by: newId() })
        .execute()
      await trx
        .insertInto('archive_images')
        .values({
          rid: archive.rid,
          oid,
          image_index: 0,
          upload_key: rid,
          file_name: '-',
          file_key: '-',
          thumb_key: '-',
          sha256: '-',
          width: 1,
          height: 1,
        })
        .execute()
    })
    app.advance(120)
    expect((await succeed(app, getStatistics, {})).imageNumber.all).toBe(1)
  })

  test('takes everything with it when it is deleted, and leaves no institution to bring back', async () => {
    const { aid, oid } = await addTrial()
    const asked = { token: admin.token }
    await succeed(app, adminDeleteTrialAccount, { aid }, asked)
    const { organizations } = await succeed(app, adminListDeletedInstitutions, {}, asked)
    expect(organizations).toEqual([])
    await purgeInstitutions(app.context)
    expect(await patientsOf(oid)).toEqual([])
    const { rows } = await succeed(app, listAudit, { action: 'account.purge' }, asked)
    expect(rows.map(({ target_type, target_id }) => [target_type, target_id])).toEqual([
      ['account', aid],
    ])
  })
})
