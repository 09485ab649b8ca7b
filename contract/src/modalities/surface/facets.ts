import type { Facets } from '../facets.ts'
import type { LesionType, SurfaceFindings } from './findings.ts'

const ofType =
  (type: LesionType) =>
  ({ lesion_type }: SurfaceFindings) =>
    lesion_type === type

/** What a gallery of fluorescein photographs is searched by. */
export const SURFACE_FACETS: Facets<SurfaceFindings> = {
  none: ofType('none'),
  micro_punctate: ofType('micro_punctate'),
  macro_punctate: ofType('macro_punctate'),
  coalescent: ofType('coalescent'),
  patch: ofType('patch'),
  not_judged: ({ gradable, lesion_bool, lesion_type }) =>
    gradable && (lesion_bool === null || lesion_type === null),
  central: ({ staining }) => staining?.central === true,
}
