import { z } from 'zod'
import { kindsWith } from '../wire/kinds.ts'

/** That a picture is not of the kind it is filed as. */
const NOT_OF_KIND = kindsWith('not')
/** What a refused picture looks like. */
const SEEMS_OF_KIND = kindsWith('seems')

/** Why a picture or a figure cannot be judged: keys, worded by the page and the opinion. */
export const REASONS = [
  ...NOT_OF_KIND,
  ...SEEMS_OF_KIND,
  'not_implemented',
  'not_gradable',
  'too_small',
  'blurred',
  'too_dark',
  'too_bright',
  'low_contrast',
  'uneven_light',
  'field_cut',
  'below_good',
  'no_vessels',
  'no_scale',
  'scale_doubtful',
  'out_of_frame',
  'uncertain',
  'no_disc',
  'no_fovea',
  'fovea_unfit',
  'disc_not_shown',
  'macula_not_shown',
  'field_unknown',
  'too_few_pixels',
  'eye_unknown',
  'few_vessels',
  'no_lesion',
  'no_cup',
  'cup_outside_disc',
  'weak_evidence',
  'evidence_conflicts',
  'cup_unsupported',
  'turned',
  'weak_signal',
  'motion',
  'banding',
  'decentred',
  'cropped',
  'no_scan_size',
  'no_zone',
  'no_axial_length',
  'no_fluorescein',
  'no_cornea',
  'cornea_cut',
  'lids_cover',
  'outline_uncertain',
  'outline_unchecked',
  'glare',
  'judged_by_clinician',
  'fovea_not_seen',
  'placed_by_clinician',
  'several_fields',
  'surrounded',
  'wide_field',
  'single_colour',
  'angiogram',
  'negative',
  'channels_exchanged',
  'few_colours',
  'overlaid',
  'orientation_unknown',
  'treated',
  'disc_alone',
] as const
/** What a picture is that shows no single field of one eye in the colours of its kind. Such a picture is not judged. */
export const CONTENT_REASONS = [
  'several_fields',
  'surrounded',
  'wide_field',
  'single_colour',
  'angiogram',
  'negative',
  'channels_exchanged',
  'few_colours',
  'overlaid',
] as const satisfies readonly (typeof REASONS)[number][]

export type ContentReason = (typeof CONTENT_REASONS)[number]

export const Reason = z.enum(REASONS)
export type Reason = z.infer<typeof Reason>

export const isContent = (reason: Reason | undefined): reason is ContentReason =>
  CONTENT_REASONS.some((contentReason) => contentReason === reason)

/** The reason of a field, or of the group that it is part of. */
export function reasonOf(
  notMeasured: Readonly<Record<string, Reason>>,
  key: string,
): Reason | null {
  for (let name = key; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const reason = notMeasured[name]
    if (reason) return reason
  }
  return null
}

export const Point = z.tuple([z.number(), z.number()])
export type Point = z.infer<typeof Point>
export const Eye = z.enum(['OD', 'OS'])
export type Eye = z.infer<typeof Eye>
export const Fraction = z.number().min(0).max(1)

export const Quality = z.object({
  gradable: z.boolean(),
  /** Reasons that make it ungradable, or that weaken it while it stays gradable. */
  reasons: z.array(Reason),
  /**
   * 0-1: gradable from 0.4 on, up to the standard from 0.7 on. null when there is no fundus in the
   * picture.
   */
  score: Fraction.nullable(),
  /** Sharpness 0-1, mean brightness 0-1, contrast, share of the field under- and overexposed. */
  sharpness: z.number().nullable(),
  brightness: Fraction.nullable(),
  contrast: z.number().nullable(),
  underexposed: Fraction.nullable(),
  overexposed: Fraction.nullable(),
  /**
   * Field of view: centre and diameter in px of the image, share of the circle inside the frame. null where
   * no edge of it is seen.
   */
  field: z
    .object({ centre: Point, diameter_px: z.number(), inside_frame: Fraction, area_px: z.number() })
    .nullable(),
  /** Whether the photograph meets the shooting standard. */
  standard: z.boolean().nullable(),
})
export type Quality = z.infer<typeof Quality>

/**
 * The confidence of a figure. `level` of a class is the probability that it is right. `level` of a
 * number is the probability that it lies within the tolerance of docs/measures.md. `spread`: one
 * standard deviation in the figure's unit; null for a class.
 */
export const Confidence = z.object({ level: Fraction, spread: z.number().nullable() })
export type Confidence = z.infer<typeof Confidence>

/** What a list says of an eye of a modality without stages: a word at `found.<modality>` of the texts, and its number. */
export const Brief = z.object({ word: z.string(), n: z.number().nullable() })
export type Brief = z.infer<typeof Brief>

/** Millimetres for one px of the image, and who says so. */
export const Scale = z.object({
  mm_per_px: z.number().positive(),
  source: z.enum(['dicom', 'stated']),
})
export type Scale = z.infer<typeof Scale>

/** The consequence for an eye. The worst of them is the report's. */
export const REFERRALS = ['none', 'review', 'referable'] as const
export type Referral = (typeof REFERRALS)[number]

/** What clinicians said: of the photograph, that it is to refer or not; of its eye, that it was treated. */
export interface SaidByClinicians {
  referral: Referral | null
  eyeTreated: boolean
}

/** Why an eye is to be looked at, the most urgent first. */
export const REVIEW_REASONS = [
  'stage',
  'oedema',
  'glaucoma',
  'other_disease',
  'other',
  'treated',
  'contradiction',
  'ungradable',
  'field',
] as const

/**
 * A reason with what it asks for: `referable` where the finding is suspected, `review` where it could not be judged or is
 * to be looked at, `none` where it could not be judged and asks for nothing by itself.
 */
export const ReviewReason = z.object({
  reason: z.enum(REVIEW_REASONS),
  referral: z.enum(REFERRALS),
})
export type ReviewReason = z.infer<typeof ReviewReason>

/** Every reason with what it may ask for, the most urgent first. */
export const ASKED_REASONS = REVIEW_REASONS.flatMap((reason) =>
  REFERRALS.map((referral) => `${reason}.${referral}` as const).reverse(),
)

/** The worst consequence; null of none. */
export const worstReferral = (referrals: readonly Referral[]): Referral | null =>
  REFERRALS.findLast((referral) => referrals.includes(referral)) ?? null

/** Each reason once, with the worst that it asks for, in their order. */
export const mergedReasons = (reasons: readonly ReviewReason[]): ReviewReason[] =>
  REVIEW_REASONS.flatMap((reason) => {
    const referral = worstReferral(
      reasons.flatMap((entry) => (entry.reason === reason ? [entry.referral] : [])),
    )
    return referral === null ? [] : [{ reason, referral }]
  })
