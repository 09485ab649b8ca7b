import { z } from 'zod'

/** Why a picture or a figure cannot be judged: keys, worded by the page and the opinion. */
export const REASONS = [
  'not_implemented',
  'not_gradable',
  'not_fundus',
  'too_small',
  'blurred',
  'too_dark',
  'too_bright',
  'low_contrast',
  'uneven_light',
  'field_cut',
  'no_vessels',
  'no_scale',
  'out_of_frame',
  'uncertain',
] as const
export const Reason = z.enum(REASONS)
export type Reason = z.infer<typeof Reason>

export const Point = z.tuple([z.number(), z.number()])
export const Eye = z.enum(['OD', 'OS'])
export type Eye = z.infer<typeof Eye>
export const Grade = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

const Fraction = z.number().min(0).max(1)

export const Quality = z.object({
  gradable: z.boolean(),
  /** Reasons that make it ungradable, or that weaken it while it stays gradable. */
  reasons: z.array(Reason),
  /** 0-1; null when there is no fundus in the picture. */
  score: Fraction.nullable(),
  /** Sharpness 0-1, mean brightness 0-1, contrast, share of the field under- and overexposed. */
  sharpness: z.number().nullable(),
  brightness: Fraction.nullable(),
  contrast: z.number().nullable(),
  underexposed: Fraction.nullable(),
  overexposed: Fraction.nullable(),
  /** Field of view: centre and diameter in px of the image, share of the circle inside the frame. */
  field: z
    .object({ centre: Point, diameter_px: z.number(), inside_frame: Fraction, area_px: z.number() })
    .nullable(),
  /** Whether the photograph meets the shooting standard. */
  standard: z.boolean().nullable(),
})
export type Quality = z.infer<typeof Quality>

/** Measures of the vessel map. Lengths are px of the image unless named otherwise. */
export const VesselMeasures = z.object({
  /** Vessel px over px of the field of view, percent. */
  density: z.number(),
  /** Centreline px over px of the field of view, 1/px. */
  length_density: z.number(),
  /** Vessel area over centreline length, px. */
  diameter: z.number(),
  /** Total centreline length, px. */
  length: z.number(),
  /** Box-counting dimension of the centrelines. */
  fractal_dimension: z.number().nullable(),
  /** Length-weighted arc over chord, minus one, of ordered and smoothed segments. */
  tortuosity: z.number().nullable(),
  /** Length-weighted mean absolute curvature, 1/px. */
  curvature: z.number().nullable(),
  /** Segments the tortuosity rests on. */
  segments: z.int(),
})
export type VesselMeasures = z.infer<typeof VesselMeasures>

/** What the analysis of one fundus photograph found; the top level of findings.json. */
export const FundusFindings = z.object({
  modality: z.literal('fundus'),
  file: z.object({ sha256: z.string(), width: z.int(), height: z.int() }),
  gradable: z.boolean(),
  quality_score: Fraction.nullable(),
  quality: Quality,
  eye: Eye.nullable(),
  eye_confidence: Fraction.nullable(),
  disc_centre: Point.nullable(),
  fovea_centre: Point.nullable(),
  vcdr: z.number().nullable(),
  dr_grade: Grade.nullable(),
  dr_referable_probability: Fraction.nullable(),
  lesion_bool: z.boolean().nullable(),
  vessel: VesselMeasures.nullable(),
  /** For every field that is null: why. Keys are the field names above, dotted. */
  not_measured: z.record(z.string(), Reason),
  /** Model task and version with the first 12 hex digits of its checksum. */
  model_versions: z.record(z.string(), z.string()),
})
export type FundusFindings = z.infer<typeof FundusFindings>

/** Maps an analysis may write; each a grey image, 255 = certain, 128 = the map's threshold. */
export const OVERLAYS = {
  fundus: [
    'vessels',
    'arteries',
    'veins',
    'disc',
    'cup',
    'microaneurysms',
    'haemorrhages',
    'hard_exudates',
    'soft_exudates',
  ],
  surface: ['cornea', 'lesion'],
  octa: ['faz', 'large_vessels', 'capillaries'],
} as const

/** Stages of an analysis in their order, as progress names them. */
export const STAGES = ['queued', 'decode', 'quality', 'vessels', 'measures', 'saving'] as const
export type Stage = (typeof STAGES)[number]
