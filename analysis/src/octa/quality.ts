import type { Quality, Reason } from '@mingmou/contract'
import { along, judgedBy } from '../certainty/score.ts'
import type { Picture } from '../image.ts'
import { hasTextureOfScan, seemsOf } from '../kind.ts'
import { DECISIONS, type Fault } from './decisions.ts'
import type { Features } from './features.ts'

/** What the network's maps say of the quality of a scan. */
export interface Shown {
  /** Share of the scan that is a vessel. */
  vessels: number
  /** Light of the vessels over what lies between them, in spreads of the latter. */
  signal: number
  /** From the middle of the scan to the zone's, share of the side; null without a zone. */
  decentred: number | null
}

const nothing = { sharpness: null, field: null } as const

const lightOf = ({ brightness, contrast, underexposed, overexposed }: Features) => ({
  brightness,
  contrast,
  underexposed,
  overexposed,
})

/** Grey and so soft that a blurred scan is not told from another picture. */
const isTooSoft = ({ colour, fine }: Features) =>
  colour <= DECISIONS.picture.most_colour && fine < DECISIONS.picture.least_fine

/** The quality of a picture that is no scan: the reason, and which other kind of image it seems to be. */
export function notAScan(picture: Picture, features: Features): Quality {
  const seems = seemsOf(picture, 'octa')
  const soft: Reason[] = isTooSoft(features) ? ['blurred'] : []
  return {
    gradable: false,
    reasons: ['not_octa', ...(seems.length > 0 ? seems : soft)],
    score: null,
    standard: null,
    ...nothing,
    ...lightOf(features),
  }
}

/** Whether texture and network see a scan. */
export function isScan(features: Features, { vessels }: Shown): boolean {
  const { least_vessels, most_vessels } = DECISIONS.picture
  return hasTextureOfScan(features) && vessels >= least_vessels && vessels <= most_vessels
}

/**
 * Judges a scan: a mark for everything that can be wrong with it, the worst of them brought down by the others. A fault is
 * named where its mark is below the standard's. `side`: longer side of the image, px. `scan`: its breadth in mm.
 */
export function judge(
  features: Features,
  shown: Shown,
  { side, scan }: { side: number; scan: 3 | 6 | null },
): Quality {
  const values: Record<Fault, number | null> = {
    side,
    aspect: features.aspect,
    sharpness: features.fine / DECISIONS.quality.fine_at[scan ?? 3],
    brightness: features.brightness,
    signal: shown.signal,
    motion: features.rows,
    banding: features.banding,
    decentred: shown.decentred,
  }
  const faults = DECISIONS.quality.faults.map(({ of, named, marks }) => {
    const value = values[of]
    return { of, reason: named, mark: value === null ? 1 : along(marks, value) }
  })
  return {
    ...judgedBy(faults, DECISIONS.quality),
    ...nothing,
    sharpness: faults.find(({ of }) => of === 'sharpness')?.mark ?? null,
    ...lightOf(features),
  }
}
