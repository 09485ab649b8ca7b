import { OTHER_KINDS, OtherKind, Reason } from '@mingmou/contract'
import { z } from 'zod'
import { Curve, decided, NetworkCard, OfField, OfWhole, px, Share } from '../cards.ts'
import { StageModel } from './signs.ts'

const LesionRule = z.object({ low: Share, peak: Share, least_px: z.number().min(0) })

/** Of a network that takes a square around the disc. */
const OfDisc = NetworkCard.extend({
  threshold: z.literal(0.5),
  input: z.object({ crop_disc_diameters: z.number().positive(), size_px: px, multiple: px }),
})

/** The card of each network. */
export const NETWORKS = {
  vessels: OfField.extend({
    /** How the cut follows the photograph: `vessel-cut.ts`. */
    cut: z.object({
      reason: z.string().min(1),
      blur: z.number().min(0),
      from: z.number().positive(),
      to: z.number().positive(),
      shift: z.number().min(0),
    }),
  }),
  landmarks: OfField,
  /** Around the disc that the landmarks show. */
  disc: OfDisc,
  /** Around whatever a photograph without an edge of a field shows: it has learnt what is no disc. */
  disc_alone: OfDisc,
  lesions: OfField.extend({
    rules: z.object({
      microaneurysm: LesionRule,
      haemorrhage: LesionRule,
      hard_exudate: LesionRule,
      soft_exudate: LesionRule,
    }),
    calibration_curve: Curve,
    figures: z.array(z.object({ name: z.string(), value: z.number(), n: z.number() })),
  }),
  /** Takes the whole picture and not its field. */
  is_fundus: NetworkCard.extend({
    /** A picture is refused below the first, taken from the second on, and left to rules between. */
    thresholds: z.object({ refused: Share, taken: Share }),
    input: z.object({ size_px: px }),
  }),
  screening: OfWhole,
  /** Sees the whole photograph. It speaks alone for fields below the grading card's `least_field_px`. */
  retinopathy: OfWhole,
  /** Sees the whole photograph: what it shows beside diabetic retinopathy. */
  other_disease: OfWhole.extend({
    cuts: z.strictObject({
      /** From here on other disease is suspected. */
      other: decided(Share),
      /** From here on scars of laser are suspected. */
      scars: decided(Share),
      /** From here on a kind is named; a kind that cannot be held has none. */
      kinds: z.partialRecord(OtherKind, decided(Share)),
    }),
  }),
} as const
export type Task = keyof typeof NETWORKS
export type CardOf<T extends Task> = z.infer<(typeof NETWORKS)[T]>

/** The labels that each network must have. */
export const LABELS = {
  vessels: ['vessel', 'artery', 'vein'],
  landmarks: ['disc', 'fovea'],
  disc: ['disc', 'cup'],
  disc_alone: ['disc', 'cup'],
  lesions: ['microaneurysm', 'haemorrhage', 'hard_exudate', 'soft_exudate'],
  is_fundus: ['fundus'],
  screening: ['ungradable', 'less_than_good', 'referable'],
  retinopathy: ['referable'],
  other_disease: ['other', 'laser', ...OTHER_KINDS],
} as const satisfies Record<Task, readonly string[]>

/** Limits that `quality.ts` reads from its card. */
const QUALITY_LIMITS = [
  'outline',
  'inside_frame',
  'inside_frame_of_part',
  'red_over_blue',
  'red_over_green',
  'contrast',
  'noise',
  'dark_lines',
  'dull',
  'crisp',
  'dull_full',
  'crisp_full',
] as const

const FAULTS = [
  'diameter',
  'sharpness',
  'brightness',
  'overexposed',
  'contrast',
  'uneven',
  'shaded',
  'inside_frame',
] as const

export const QualityCard = z.object({
  task: z.literal('quality'),
  version: z.string(),
  /** Side to which the field's diameter is brought for the features of the score, px. */
  field_diameter_px: z.int(),
  /** The lowest score of a gradable photograph, and of one that meets the standard. */
  bounds: z.object({ gradable: Share, standard: Share }),
  /** Logistic model of 'graders call it good': bias + sum of weight (value - mean) / spread. */
  good: z.object({
    bias: z.number(),
    features: z.record(
      z.string(),
      z.object({ weight: z.number(), mean: z.number(), spread: z.number().positive() }),
    ),
  }),
  /** Each fault and its mark on the scale of the score, by the value of a feature; linear between the points. */
  faults: z.array(
    z.object({
      of: z.enum(FAULTS),
      reason: Reason,
      marks: z.array(z.tuple([z.number(), Share])).min(2),
    }),
  ),
  thresholds: z.record(z.enum(QUALITY_LIMITS), z.number()),
})

/** How ratio and rim make glaucoma suspected, `glaucoma.ts`. `analysis/fit/fundus/glaucoma.ts` prints its accuracy. */
export const GlaucomaCard = z.object({
  task: z.literal('glaucoma'),
  version: z.string(),
  /** The lowest vertical cup-to-disc ratio of each band. Below the first the band is low. */
  from: z.object({ watch: Share, suspect: Share, high: Share }),
  /** The least chance that a ratio or a rim is beyond its bound. */
  sure: Share,
  /** A rim over disc diameter this thin, between 11 and 1 or 5 and 7 o'clock, is suspect by itself. */
  thin_rim: Share,
  /** The largest usual ratio by the vertical diameter of the disc, from `least_mm` in steps of `step_mm`. */
  largest_usual: z.object({
    least_mm: z.number().positive(),
    step_mm: z.number().positive(),
    ratios: z.array(Share).min(1),
  }),
})

/** How lesions and screening network together give a stage. `training/tasks/grading.py` fits it. */
export const GradingCard = z.object({
  task: z.literal('grading'),
  version: z.string(),
  /** Lesions are too small in fields of a smaller diameter, px. */
  least_field_px: z.number(),
  /** The chance of each stage by the signs of a photograph. */
  stages: StageModel,
  /**
   * Cuts of the joined probability: not referable up to `low`, referable from `high`, no stage
   * between. `severe`: the share of severe and proliferative disease from which referable disease is
   * told as severe. `sure`: a network this sure of disease leaves no stage below 2. From stage 2
   * on an exudate near the fovea counts with the strength `near_exudate`.
   */
  cuts: z.object({ low: Share, high: Share, severe: Share, sure: Share, near_exudate: Share }),
  /** Curve of the joined probability. */
  calibration_curve: Curve,
})
