import type { Facts } from '../entry.ts'
import { sideOf, withEye } from '../follows-eye.ts'
import type { SurfaceFindings } from './findings.ts'

/** The findings with the nasal and temporal scores of a stated eye. */
export const withStatedEye = (
  found: SurfaceFindings,
  { eye }: Pick<Facts, 'eye'>,
): SurfaceFindings =>
  eye === null
    ? found
    : withEye(
        found,
        eye,
        (['nasal', 'temporal'] as const).map((name) => [
          `lesion_region.${name}`,
          `lesion_region.${sideOf(name, eye)}`,
        ]),
      )
