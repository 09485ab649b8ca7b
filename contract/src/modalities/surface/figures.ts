import { CORNEAL_REGIONS, type LesionRegion, type SurfaceFindings } from './findings.ts'

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
