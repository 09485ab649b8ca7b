import { Reason } from '@mingmou/contract'
import { z } from 'zod'

const Network = z.object({
  task: z.string(),
  version: z.string(),
  file: z.string(),
  sha256: z.string().length(64),
  /** One label for each output, in order. */
  labels: z.array(z.string()).min(1),
})
const px = z.int().min(1)

/** A network that takes the whole field of view, brought to one diameter. */
const OfField = Network.extend({
  /** The cut of the probabilities. Every output is calibrated to it. */
  threshold: z.literal(0.5),
  input: z.object({ field_diameter_px: z.int().min(64), multiple: px }),
})

/** A network that takes the whole field in a square of one size. It answers probabilities of the photograph. */
const OfWhole = Network.extend({
  input: z.object({ field_diameter_px: z.int().min(64), size_px: px }),
})

const Share = z.number().min(0).max(1)
const LesionRule = z.object({ low: Share, peak: Share, least_px: z.number().min(0) })

/** Of `n` cases kept from training with a probability of about `predicted`, the share `observed` was positive. */
const Curve = z.array(
  z.object({ label: z.string(), predicted: Share, observed: Share, n: z.number().min(0) }),
)
export type Curve = z.infer<typeof Curve>

/** One result that a command prints. */
const Figure = z.object({
  name: z.string(),
  set: z.string(),
  /** Several numbers where the name lists several. */
  value: z.union([z.number(), z.array(z.number()).min(1)]),
  n: z.int().min(0),
  /** How many of `n` are positive. */
  positive: z.int().min(0).optional(),
  interval95: z.tuple([z.number(), z.number()]).optional(),
  /** The probability at which the result was taken. */
  cut: z.number().optional(),
  command: z.string(),
})
export type Figure = z.infer<typeof Figure>

/** The accuracy in every card. `npm run accuracy` prints `docs/accuracy.md` from it. */
export const Account = z.object({
  task: z.string(),
  version: z.string(),
  sha256: z.string().length(64).optional(),
  /** The question that the task answers, one sentence. */
  question: z.string(),
  data: z.array(z.object({ set: z.string() }).catchall(z.unknown())).min(1),
  licence: z.string(),
  figures: z.array(Figure).min(1),
  /** Figures of the same name that others publish, on other photographs. */
  published: z.array(
    z.object({
      figure: z.string(),
      /** The beginning of the figure's set. Without it, every set. */
      set: z.string().optional(),
      value: z.string(),
      source: z.string(),
    }),
  ),
  limits: z.array(z.string()).min(1),
})

/** The card of each network. */
export const NETWORKS = {
  vessels: OfField,
  landmarks: OfField,
  /** Takes a square around the disc that the landmarks show. */
  disc: Network.extend({
    threshold: z.literal(0.5),
    input: z.object({ crop_disc_diameters: z.number().positive(), size_px: px, multiple: px }),
  }),
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
  screening: OfWhole,
  /** For fields below the grading card's `least_field_px`. */
  retinopathy: OfWhole,
} as const
export type Task = keyof typeof NETWORKS
export type CardOf<T extends Task> = z.infer<(typeof NETWORKS)[T]>

/** The labels that each network must have. */
export const LABELS = {
  vessels: ['vessel', 'artery', 'vein'],
  landmarks: ['disc', 'fovea'],
  disc: ['disc', 'cup'],
  lesions: ['microaneurysm', 'haemorrhage', 'hard_exudate', 'soft_exudate'],
  screening: ['ungradable', 'less_than_good', 'referable'],
  retinopathy: ['referable'],
} as const satisfies Record<Task, readonly string[]>

/** Limits that `fundus/quality.ts` reads from its card. */
const QUALITY_LIMITS = [
  'outline',
  'inside_frame',
  'grey_spread',
  'grey_outline',
  'grey_contrast',
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

/** How ratio and rim make glaucoma suspected, `fundus/glaucoma.ts`. `fundus/glaucoma.fit.ts` prints its accuracy. */
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

const PerLesion = z.object({
  microaneurysms: z.number(),
  haemorrhages: z.number(),
  hard_exudates: z.number(),
  soft_exudates: z.number(),
})

/** How lesions and screening network together give a stage. `fundus/grading.fit.ts` fits it. */
export const GradingCard = z.object({
  task: z.literal('grading'),
  version: z.string(),
  /** In fields of a smaller diameter, px, lesions are too small. */
  least_field_px: z.number(),
  /** Usual evidence of each kind in photographs without retinopathy. */
  usual: PerLesion,
  /** Log odds of referable disease: bias, weight of the screening network's log odds, and weights of log(1 + evidence). */
  referable: PerLesion.extend({ bias: z.number(), screening: z.number() }),
  /** Cuts of the joined probability: not referable up to `low`, referable from `high`, no stage between. */
  cuts: z.object({ low: Share, high: Share }),
  /** Curve of the joined probability. */
  calibration_curve: Curve,
})
