import { fundusAnalysis, fundusArchive, placeIn, type Eye } from '@mingmou/contract'
import { drawFundus } from '@mingmou/analysis/phantom'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeGrey } from '../../../../analysis/src/image.ts'
import { bentBy, copied, mirrorOf } from '../../../../analysis/src/testing/bent-copy.ts'
import { SAMPLE_FINDINGS } from '../../../../contract/src/modalities/fundus/sample-findings.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  archiveFields,
  makePatient,
  nextEvent,
  plainImage,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { keepAnalysis } from '../analyses/keep.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
  await work(app)
})
afterAll(() => app.close())

interface Map {
  width: number
  height: number
  data: Uint8Array
}

const { image, truth } = drawFundus(21, { width: 800, eye: 'OD' })
const { width, height } = image
const vessels: Map = { width, height, data: truth.vessels.map((one) => 255 * one) }
const bent = bentBy(4, vessels)
const later: Map = { ...bent.size, data: copied(vessels, 1, bent) }

/** An analysed sitting of one picture whose vessels are these; without them the analysis kept no map. */
async function analysed(pid: string, map: Map | null, eye: Eye | null = 'OD'): Promise<string> {
  const oid = by.oid ?? ''
  const key = await upload(app, by, await plainImage())
  const archive = { pid, ...archiveFields, files_path: [key], repeated: [key] }
  const { rid } = await succeed(app, fundusArchive.create, archive, { token: by.token })
  const analysis_record_id = newId()
  const overlays = map
    ? [{ name: 'vessels', key: `analyses/${oid}/${analysis_record_id}/0.vessels.png` }]
    : []
  for (const one of overlays)
    if (map) await app.context.files.put(one.key, await encodeGrey(map), 'image/png')
  const size = map ?? vessels
  const diameter_px = 0.96 * Math.min(size.width, size.height)
  const field = { centre: [size.width / 2, size.height / 2] as [number, number], diameter_px }
  const findings = {
    ...SAMPLE_FINDINGS,
    ...{ eye, disc_centre: null, fovea_centre: null, disc: null },
    file: { ...SAMPLE_FINDINGS.file, width: size.width, height: size.height },
    quality: { ...SAMPLE_FINDINGS.quality, field: { ...field, inside_frame: 1, area_px: 1 } },
  }
  await withInstitution(app.context.db, oid, (trx) =>
    keepAnalysis(
      trx,
      oid,
      { analysis_record_id, pid, rid, modality: 'fundus', requested_by: by.uid },
      [{ image_index: 0, findings, overlays, error: null }],
    ),
  )
  return analysis_record_id
}

const bodyOf = (before: string, after: string) => ({
  ...{ analysis_record_id: before, image_index: 0 },
  ...{ after_record_id: after, after_index: 0 },
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
