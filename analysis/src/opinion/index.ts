export { draftOpinion } from './draft.ts'
export { draftPatientOpinion } from './patient.ts'
