import { join } from 'node:path'
import { Reason } from '@mingmou/contract'
import { z } from 'zod'
import { decided, readCard, Share } from '../cards.ts'

const length = decided(z.number().positive())
const share = decided(Share)
const number = decided(z.number())

/** Features that a fault is told by. */
const FAULTS = [
  'side',
  'brightness',
  'overexposed',
  'sharpness',
  'visible',
  'in_frame',
  'glare',
] as const
export type Fault = (typeof FAULTS)[number]

const MeasuresCard = z.strictObject({
  task: z.literal('measures'),
  version: z.string(),
  about: z.string(),
  /** Beyond one of these a picture is no photograph of a stained eye. */
  picture: z.strictObject({
    least_cold: share,
    least_glow: number,
    least_round: share,
    least_radius: share,
    most_flat: number,
  }),
  quality: z.strictObject({
    /** The lowest score of a gradable photograph, and of one that meets the standard. */
    gradable: share,
    standard: share,
    /** Each fault and its mark on the scale of the score, by the value of a feature; linear between the points. */
    faults: z.array(
      z.strictObject({
        of: z.enum(FAULTS),
        named: Reason,
        marks: decided(z.array(z.tuple([z.number(), Share])).min(2)),
      }),
    ),
  }),
  staining: z.strictObject({
    least_dots: length,
    open_dots: length,
    least_peak: share,
    dot_mm2: length,
    broad_mm: length,
    least_mean: share,
    patch_mm: length,
    macro_mm: length,
    macro_share: share,
    merged_mm: length,
    least_merged: length,
  }),
  grading: z.strictObject({
    oxford_dots: decided(z.array(z.number()).length(5)),
    region_dots: decided(z.array(z.number()).length(3)),
    least_visible: share,
  }),
  /** How often a class was right on drawn eyes kept from training. */
  sure: z.strictObject({
    lesion_bool: share,
    lesion_type: share,
    lesion_grade: share,
    lesion_severity: share,
    lesion_region: share,
  }),
})

/** The card of the measures; it belongs to the code, as that of other modalities does. */
export const MEASURES = await readCard(
  join(import.meta.dirname, '../../../models/surface'),
  'measures',
  MeasuresCard,
)

/** From where on a finding is stated or withheld. */
export const DECISIONS = MEASURES.card
