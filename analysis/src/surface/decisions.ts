import { join } from 'node:path'
import { z } from 'zod'
import { decided, qualityRules, readCard, Share } from '../cards.ts'

const length = decided(z.number().positive())
const share = decided(Share)
const number = decided(z.number())
/** Beyond the first an outline is doubtful, beyond the second it is not that of a cornea. */
const limits = decided(z.tuple([z.number(), z.number()]))

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
    least_second: share,
  }),
  /** How far the outline of the cornea is trusted, and what is said where it is not trusted wholly. */
  outline: z.strictObject({
    flat: limits,
    small: limits,
    large: limits,
    rim: limits,
    shape: limits,
    views: limits,
    crossed: limits,
    all_visible: share,
    clear: share,
    larger: length,
    same: length,
    core: share,
    core_round: share,
    core_patch_mm: length,
  }),
  quality: qualityRules(FAULTS),
  staining: z.strictObject({
    least_dots: length,
    open_dots: length,
    least_peak: share,
    dot_mm2: length,
    dots_seen: share,
    broad_mm: length,
    least_mean: share,
    rim_from: share,
    rim_mean: share,
    hint: share,
    hint_mm2: length,
    patch_mm: length,
    macro_mm: length,
    macro_share: share,
    merged_mm: length,
    least_merged: length,
    glow_radius: share,
    least_glow: number,
    glow_light: share,
    open_glow: share,
  }),
  grading: z.strictObject({
    oxford_dots: decided(z.array(z.number()).length(5)),
    region_dots: decided(z.array(z.number()).length(3)),
    least_visible: share,
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
