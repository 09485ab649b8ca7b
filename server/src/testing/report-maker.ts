import { createReport, type PatientInput } from '@mingmou/contract'
import { drawnPhotograph, keepFindings, makeArchive, makePatient } from './clinical-factories.ts'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

export interface Signed {
  pid: string
  rid: string
  analysis_id: string
  report_id: string
  report_no: string
}

/** A patient with an analysed photograph of the fundus and a signed report of it. */
export async function signedReport(
  app: TestApp,
  by: SignedIn,
  traits: Partial<PatientInput> = {},
): Promise<Signed> {
  const pid = await makePatient(app, by, traits)
  const rid = await makeArchive(app, by, pid, [await drawnPhotograph()])
  const analysis_id = await keepFindings(app, by, { pid, rid })
  const body = {
    ...{ uid: by.uid, patient_id: pid, analysis_id, image_index: 0 },
    analysis_type: '1' as const,
    diagnostic_opinion: '定期随访',
  }
  const made = await succeed(app, createReport, body, { token: by.token })
  return { pid, rid, analysis_id, ...made }
}
