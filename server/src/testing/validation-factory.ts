import {
  createReport,
  openValidation,
  startValidation,
  today,
  type FundusFindings,
  type OpenedValidation,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import {
  keepFindings,
  makeArchive,
  makePatient,
  nextEvent,
  plainImage,
  state,
} from './clinical-factories.ts'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

type Stage = FundusFindings['dr_grade']
export interface EyeOf {
  machine: Stage
  /** What the reader states; left out: the machine's is signed. */
  reader?: Stage
}

/** What the machine finds in an eye: a stage or none, no oedema, and suspicion of glaucoma. */
export const foundIn = (eye: 'OD' | 'OS', dr_grade: Stage): FundusFindings => ({
  ...SAMPLE_FINDINGS,
  eye,
  dr_grade,
  glaucoma: { band: 'low', signs: [] },
  dr: SAMPLE_FINDINGS.dr && { ...SAMPLE_FINDINGS.dr, macular_oedema: false },
  dr_referable_probability: dr_grade === null ? 0.5 : dr_grade >= 2 ? 0.9 : 0.1,
  not_measured: {
    ...SAMPLE_FINDINGS.not_measured,
    ...(dr_grade === null && { dr_grade: 'weak_evidence' }),
  },
})

/** A sitting of both eyes with a signed report. */
export async function signEyes(
  app: TestApp,
  by: SignedIn,
  eyes: { OD: EyeOf; OS: EyeOf },
  { pid, image = plainImage }: { pid?: string; image?: () => Promise<Buffer> } = {},
) {
  const patient = pid ?? (await makePatient(app, by))
  const rid = await makeArchive(app, by, patient, [await image(), await image()])
  const found = [foundIn('OD', eyes.OD.machine), foundIn('OS', eyes.OS.machine)]
  const analysis_record_id = await keepFindings(app, by, { pid: patient, rid }, ...found)
  for (const [image_index, { reader }] of [eyes.OD, eyes.OS].entries())
    if (reader !== undefined && reader !== null)
      await state(app, by, { analysis_record_id, image_index, field: 'stage', value: reader })
  const body = {
    uid: by.uid,
    patient_id: patient,
    analysis_id: analysis_record_id,
    image_index: 0,
    fellow_index: 1,
    analysis_type: '1' as const,
    diagnostic_opinion: '定期随访',
  }
  const { report_id } = await succeed(app, createReport, body, { token: by.token })
  return { pid: patient, rid, analysis_record_id, report_id, body }
}

export const todays = () => {
  const day = today(new Date())
  return { start_date: day, end_date: day }
}

/** The study at its end, whichever begins it. */
export async function studied(
  app: TestApp,
  by: SignedIn,
  begin: () => Promise<{ validation_id: string }>,
): Promise<OpenedValidation> {
  const asked = { token: by.token }
  let begun = ''
  const find = () => succeed(app, openValidation, { validation_id: begun }, asked)
  for (;;) {
    const moved = await nextEvent(app, 'validations')
    if (begun === '') begun = (await begin()).validation_id
    const opened = await find()
    if (opened.study.state !== 'running') return opened
    await moved.happened
  }
}

export const study = (app: TestApp, by: SignedIn, name = '二季度'): Promise<OpenedValidation> =>
  studied(app, by, () => succeed(app, startValidation, { name, ...todays() }, { token: by.token }))
