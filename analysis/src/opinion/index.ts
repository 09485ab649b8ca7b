export type { Photograph } from '../fundus/patient.ts'
export { draftOpinion } from './draft.ts'
export { draftPatientOpinion } from './patient.ts'
