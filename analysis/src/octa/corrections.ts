import type { OctaFindings } from '@mingmou/contract'
import type { Corrections } from '../corrected.ts'
import { referralOf } from './patient.ts'

/** No figure of a scan is a judgement. The axial length is a fact of the eye, by which figures are read (decision 030). */
export const OCTA_CORRECTIONS: Corrections<OctaFindings> = {
  machine: (found) => ({
    referral: found.gradable ? referralOf(found) : null,
    axial_length_mm: found.axial_length_mm,
  }),
  apply: (found) => found,
  fields: {},
}
