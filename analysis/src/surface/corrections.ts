import type { LesionType, SurfaceFindings } from '@mingmou/contract'
import type { Corrections } from '../corrected.ts'
import { referralOf } from './patient.ts'

const NO_STAINING = {
  lesion_bool: null,
  lesion_type: null,
  lesion_grade: null,
  lesion_severity: null,
}
/** What follows for the others where a clinician saw no staining. */
const UNSTAINED = { lesion_type: 'none', lesion_grade: 0, lesion_severity: 0 } as const

export const SURFACE_CORRECTIONS: Corrections<SurfaceFindings> = {
  machine: (found) => ({
    referral: found.gradable ? referralOf(found) : null,
    lesion_bool: found.lesion_bool,
    lesion_type: found.lesion_type,
    lesion_grade: found.lesion_grade,
    lesion_severity: found.lesion_severity,
  }),
  apply(found, values) {
    if (!found.gradable) return { ...found, ...NO_STAINING }
    const stated = values['lesion_bool'] as boolean | undefined
    const type = values['lesion_type'] as LesionType | undefined
    const grade = values['lesion_grade'] as number | undefined
    const severity = values['lesion_severity'] as number | undefined
    return {
      ...found,
      ...(stated !== undefined && { lesion_bool: stated }),
      ...(stated === false && UNSTAINED),
      ...(type !== undefined && { lesion_type: type }),
      ...(grade !== undefined && { lesion_grade: grade }),
      ...(severity !== undefined && { lesion_severity: severity }),
      staining: found.staining && {
        ...found.staining,
        ...(stated === false && { central: false }),
      },
    }
  },
  fields: {
    lesion_bool: ['lesion_bool'],
    lesion_type: ['lesion_type'],
    lesion_grade: ['lesion_grade'],
    lesion_severity: ['lesion_severity'],
  },
}
