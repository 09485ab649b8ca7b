export type { Photograph } from '../patient.ts'
export { draftOpinion } from './draft.ts'
export { draftPatientOpinion } from './patient.ts'
