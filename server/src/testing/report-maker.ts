import { createReport, type PatientInput } from '@mingmou/contract'
import { drawnPhotograph, keepFindings, makeArchive, makePatient } from './clinical-factories.ts'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

export interface Sitting {
  pid: string
  rid: string
  analysis_id: string
}
export interface Signed extends Sitting {
  report_id: string
  report_no: string
}

/** A patient with an analysed photograph of the fundus. */
export async function sitting(
  app: TestApp,
  by: SignedIn,
  traits: Partial<PatientInput> = {},
  day?: string,
): Promise<Sitting> {
  const pid = await makePatient(app, by, traits)
  const rid = await makeArchive(app, by, pid, [await drawnPhotograph()], day)
  return { pid, rid, analysis_id: await keepFindings(app, by, { pid, rid }) }
}

/** Signs a report of the only photograph of a sitting. */
export const sign = (
  app: TestApp,
  by: SignedIn,
  { pid, analysis_id }: Pick<Sitting, 'pid' | 'analysis_id'>,
  diagnostic_opinion = '定期随访',
): Promise<Pick<Signed, 'report_id' | 'report_no'>> => {
  const of = { uid: by.uid, patient_id: pid, analysis_id, image_index: 0 }
  return succeed(app, createReport, { ...of, analysis_type: '1', diagnostic_opinion }, by)
}

/** The same patient, and a signed report. */
export async function signedReport(
  app: TestApp,
  by: SignedIn,
  traits: Partial<PatientInput> = {},
): Promise<Signed> {
  const of = await sitting(app, by, traits)
  return { ...of, ...(await sign(app, by, of)) }
}
