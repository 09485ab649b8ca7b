import { join } from 'node:path'
import { z } from 'zod'
import { decided, qualityRules, readCard, Share } from '../cards.ts'

const length = decided(z.number().positive())
const share = decided(Share)
const number = decided(z.number())
/** A length for scans of 3 mm and of 6 mm. */
const byBreadth = decided(z.strictObject({ 3: z.number().positive(), 6: z.number().positive() }))

/** Features that a fault is told by. */
const FAULTS = [
  ...(['side', 'aspect', 'sharpness', 'brightness', 'signal', 'motion', 'banding'] as const),
  'decentred',
] as const
export type Fault = (typeof FAULTS)[number]

const MeasuresCard = z.strictObject({
  task: z.literal('measures'),
  version: z.string(),
  about: z.string(),
  /** Beyond one of these a picture is no OCTA scan. */
  picture: z.strictObject({
    least_aspect: share,
    most_colour: share,
    least_contrast: number,
    least_fine: number,
    most_fine: number,
    most_rows: share,
    least_vessels: share,
    most_vessels: share,
    dark_vessels: number,
    least_middle_seam: number,
    dark_quarters: share,
  }),
  quality: qualityRules(FAULTS).extend({ fine_at: byBreadth }),
  zone: z.strictObject({
    least_mm2: length,
    most_mm2: length,
    edge_cuts: decided(z.tuple([Share, Share])),
    most_open_edge: share,
    most_by_view: share,
  }),
  gaps: z.strictObject({
    radius_mm: byBreadth,
    least_mm2: byBreadth,
    zone_margin_mm: length,
    least_signal: number,
  }),
})

/** The card of the measures; it belongs to the code, as that of other modalities does. */
export const MEASURES = await readCard(
  join(import.meta.dirname, '../../../models/octa'),
  'measures',
  MeasuresCard,
)

/** From where on a finding is stated or withheld. */
export const DECISIONS = MEASURES.card
