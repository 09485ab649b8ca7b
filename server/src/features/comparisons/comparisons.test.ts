import { fundusAnalysis, placeIn, type Eye } from '@mingmou/contract'
import { drawFundus } from '@mingmou/analysis/phantom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bentBy, copied, mirrorOf } from '@mingmou/analysis/testing/bent-copy'
import { withInstitution } from '../../platform/database/institution.ts'
import { analysedPicture, type VesselMap } from '../../testing/analysed-picture.ts'
import { makePatient, nextEvent, work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
  await work(app)
})
afterAll(() => app.close())

const { image, truth } = drawFundus(21, { width: 800, eye: 'OD' })
const { width, height } = image
const vessels: VesselMap = { width, height, data: truth.vessels.map((vessel) => 255 * vessel) }
const bent = bentBy(4, vessels)
const later: VesselMap = { ...bent.size, data: copied(vessels, 1, bent) }

const analysed = (pid: string, map: VesselMap | null, eye: Eye | null = 'OD') =>
  analysedPicture(app, by, pid, { map, eye, size: vessels })

const bodyOf = (before: string, after: string) => ({
  analysis_record_id: before,
  image_index: 0,
  after_record_id: after,
  after_index: 0,
})
const ask = (before: string, after: string) =>
  succeed(app, fundusAnalysis.register, bodyOf(before, after), { token: by.token })

/** The answer when the worker has looked at both. */
async function registered(before: string, after: string) {
  const { happened } = await nextEvent(
    app,
    'registered',
    (event) => event.analysis_record_id === before && event.after_record_id === after,
  )
  expect(await ask(before, after)).toEqual({ status: 'queued', registration: null })
  await happened
  return ask(before, after)
}

describe('two photographs of one eye', () => {
  test('are laid over each other by the worker, once, and the opening is on record', async () => {
    const pid = await makePatient(app, by)
    const [before, after] = [await analysed(pid, vessels), await analysed(pid, later)]
    const { status, registration } = await registered(before, after)
    expect(status).toBe('done')
    expect(registration?.reason).toBeNull()
    if (!registration?.transform) throw new Error('not laid over each other')
    const at = [later.width / 2, later.height / 2] as const
    const [[x, y], [tx, ty]] = [
      placeIn(registration.transform, at, later),
      placeIn(bent.to, at, later),
    ]
    expect(Math.hypot(x - tx, y - ty)).toBeLessThan(2)
    const rows = await withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx.selectFrom('registrations').select('pid').where('after_record_id', '=', after).execute(),
    )
    expect(rows).toEqual([{ pid }])
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select('target_id')
      .where('action', '=', 'comparison.open')
      .where('pid', '=', pid)
      .execute()
    expect(entries).toEqual([{ target_id: before }, { target_id: before }])
  })

  test('are refused with the reason where the vessels do not match', async () => {
    const pid = await makePatient(app, by)
    const mirror = await analysed(pid, mirrorOf(vessels))
    const { registration } = await registered(await analysed(pid, vessels), mirror)
    expect(registration).toMatchObject({ reason: 'no_match', transform: null })
  })

  test('are refused at once where the eyes differ or no vessels were kept', async () => {
    const pid = await makePatient(app, by)
    const right = await analysed(pid, vessels)
    const reasonOf = async (after: string) => (await ask(right, after)).registration?.reason
    expect(await reasonOf(await analysed(pid, later, 'OS'))).toBe('other_eye')
    expect(await reasonOf(await analysed(pid, later, null))).toBe('other_eye')
    expect(await reasonOf(await analysed(pid, null))).toBe('no_vessels')
  })

  test('of two patients are not laid over each other', async () => {
    const before = await analysed(await makePatient(app, by), vessels)
    const after = await analysed(await makePatient(app, by), later)
    const answered = await app.call(fundusAnalysis.register, bodyOf(before, after), {
      token: by.token,
    })
    expect(answered.error_code).toBe(1002)
  })
})
