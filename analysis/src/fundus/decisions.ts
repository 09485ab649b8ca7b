import { join } from 'node:path'
import { z } from 'zod'
import { decided, readCard, Share } from '../cards.ts'

const length = decided(z.number().positive())
const share = decided(Share)
const number = decided(z.number())
const degrees = decided(z.number().min(0).max(180))
const count = decided(z.int().min(1))
const range = decided(z.tuple([z.number().positive(), z.number().positive()]))
const turned = decided(
  z.strictObject({
    bias: z.number(),
    margin: z.number(),
    lines: z.number(),
    top: z.number(),
    low: z.number(),
    colour: z.number(),
    vessels: z.number().positive(),
  }),
)
const bySize = decided(
  z.strictObject({
    small: z.array(z.number()),
    average: z.array(z.number()),
    large: z.array(z.number()),
  }),
)

const spread = decided(z.strictObject({ few: z.number().positive(), many: z.number().positive() }))
const byKind = z.strictObject({
  microaneurysms: spread,
  haemorrhages: spread,
  hard_exudates: spread,
  soft_exudates: spread,
})

const MeasuresCard = z.strictObject({
  task: z.literal('measures'),
  version: z.string(),
  about: z.string(),
  /** What a picture may hold besides one field of a colour photograph. */
  picture: z.strictObject({
    least_colour: share,
    least_second: share,
    least_hues: degrees,
    least_beyond_light: length,
    tint_from_brightness: share,
    least_shades: count,
    most_steps: share,
    least_red_over_green: number,
    least_green_over_blue: number,
    least_red_over_blue: number,
    bright_vessels: length,
    margin: length,
    lit: share,
    most_around: share,
    faint: length,
    most_faint: share,
    another_field: share,
    like_field: share,
    even_ground: length,
    black_ground: length,
    least_even: share,
    dark_ground: length,
    turned,
    light_ground: length,
    least_piece: share,
    least_seam: length,
    least_astray: share,
    least_likeness: share,
    coloured: share,
    most_straight: share,
    most_opposed: length,
    most_white: length,
    most_black: length,
    most_ring: share,
    most_aspect: length,
    middle_between: range,
    least_middle_seam: length,
    seam_between: range,
    round: share,
    least_pair_in_field: share,
  }),
  eye: z.strictObject({
    least_below_deg: number,
    least_confidence: share,
    most_confidence: share,
    upright_share: share,
    fovea_below_deg: degrees,
    fovea_below_spread_deg: degrees,
    unlikely_pair: share,
    peak_of_no_weight: share,
    peak_to_full_weight: share,
    most_by_disc: share,
  }),
  pair: z.strictObject({
    least_dd: length,
    least_rough_dd: length,
    most_dd: length,
    most_tilt_deg: degrees,
    least_mm: length,
    most_mm: length,
  }),
  fovea: z.strictObject({
    faint_peak: share,
    faint_views: count,
    rival_peak: share,
    own_error_dd: length,
    faint_error_dd: length,
    tolerance_dd: length,
    most_spread_dd: length,
    usual_dd: length,
    least_edge_dd: length,
  }),
  shown: z.strictObject({
    macula_edge_dd: length,
    least_field_px: count,
    least_seen: share,
    most_hidden: share,
    least_pair_in_field: share,
  }),
  disc: z.strictObject({
    own_error_dd: length,
    tolerance_dd: length,
    usual_in_field: share,
    least_in_part: share,
    least_in_field: share,
    least_edge: share,
    least_mm: length,
    most_mm: length,
    alone_shares: decided(z.array(Share).min(2)),
    least_alone: share,
    least_alone_mean: share,
    most_alone_flat: length,
    most_alone_change: length,
    most_alone_shift: share,
  }),
  cup: z.strictObject({
    most_spread: share,
    edge_cuts: range,
    most_open_edge: share,
    most_by_light: share,
    saturated_green: share,
    most_glare: share,
  }),
  ddls: z.strictObject({
    least_rim: bySize,
    most_bare_deg: bySize,
    small_below_mm: length,
    large_above_mm: length,
    no_rim: share,
  }),
  vessels: z.strictObject({
    most_astray: share,
    least_pairs: count,
    plausible_avr: range,
    most_avr_spread: length,
    least_zone_seen: share,
  }),
  retinopathy: z.strictObject({ many_haemorrhages: count, oedema_within_dd: length }),
  lesions: z.strictObject({ count_tolerance: count, count_tolerance_share: share }),
  /** How photographs of one eye differ. The contract words counts and stages by it: `REPEATS`. */
  repeats: z.strictObject({
    counts: byKind,
    uncounted: byKind,
    near: z.strictObject({ mild: length, referable: length, severe: length }),
  }),
  patient: z.strictObject({ asymmetry: share, contradiction: count, doubtful_chance: share }),
})

/**
 * The card of the measures. It belongs to the code and not to a folder of networks: the opinions read it too, in a
 * process that loads no model.
 */
export const MEASURES = await readCard(
  join(import.meta.dirname, '../../../models/fundus'),
  'measures',
  MeasuresCard,
)

/** The limits from which a finding is stated or withheld. */
export const DECISIONS = MEASURES.card
