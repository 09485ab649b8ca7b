import { z } from 'zod'

export const QUARTERS = ['superior', 'nasal', 'inferior', 'temporal'] as const
export type Quarter = (typeof QUARTERS)[number]

/** The quarters whose side of the picture follows the eye, and the sides they lie on as the clinician faces it. */
export const SIDES = ['left', 'right'] as const
export type Side = (typeof SIDES)[number]

/**
 * Parts of a scan around the fovea, like those of ETDRS: the centre of 1 mm, a ring to 3 mm and, in scans of 6 mm, one to
 * 6 mm; and the halves of the whole scan. A part of which less than half is in the picture is null.
 */
export const REGIONS = [
  'fovea',
  ...QUARTERS,
  ...QUARTERS.map((name) => `outer_${name}` as const),
  'superior_half',
  'inferior_half',
  ...SIDES,
  ...SIDES.map((name) => `outer_${name}` as const),
] as const
export type Region = (typeof REGIONS)[number]

const part = z.number().nullable()
/** A figure of the whole scan, and of each part. */
export const Regions = z.object({ whole: z.number(), ...fill(REGIONS) })
export type Regions = z.infer<typeof Regions>

function fill<K extends string>(names: readonly K[]) {
  return Object.fromEntries(names.map((name) => [name, part])) as Record<K, typeof part>
}
