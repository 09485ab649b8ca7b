import {
  CORNEAL_REGIONS,
  LESION_TYPES,
  type LesionRegion,
  type SurfaceFindings,
} from './findings.ts'

type Named = Exclude<keyof LesionRegion, 'total'>

/** The five parts with their scores; until the eye is known by the sides of the picture. Null: hidden. */
export function fiveParts({
  eye,
  lesion_region,
}: Pick<SurfaceFindings, 'eye' | 'lesion_region'>): { part: Named; score: number | null }[] {
  if (!lesion_region) return []
  const parts: readonly Named[] =
    eye === null ? ['central', 'superior', 'right', 'inferior', 'left'] : CORNEAL_REGIONS
  return parts.map((part) => ({ part, score: lesion_region[part] }))
}

/** Staining without a severity may have any but for the worst, which would be told. */
const UNGRADED = 3.5

/** How bad the findings of a photograph are, to find the worst: staining that was not judged comes before none. */
export function badnessOfStaining({
  lesion_bool,
  lesion_type,
  lesion_severity,
  lesion_grade,
}: Pick<SurfaceFindings, 'lesion_bool' | 'lesion_type' | 'lesion_severity' | 'lesion_grade'>) {
  if (lesion_bool !== true) return lesion_bool === null ? 0.5 : 0
  const type = lesion_type === null ? 0 : LESION_TYPES.indexOf(lesion_type)
  return 100 * (lesion_severity ?? UNGRADED) + 10 * type + (lesion_grade ?? 0)
}
