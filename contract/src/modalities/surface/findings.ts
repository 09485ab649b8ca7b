import { z } from 'zod'
import {
  Confidence,
  Eye,
  Fraction,
  Point,
  Quality,
  Reason,
  Scale,
} from '../../findings/findings.ts'

/** The five parts of the cornea of the NEI scale. Nasal and temporal follow the eye; their sides of the picture do not. */
export const CORNEAL_REGIONS = ['central', 'superior', 'nasal', 'inferior', 'temporal'] as const
export type CornealRegion = (typeof CORNEAL_REGIONS)[number]
export const CORNEAL_SIDES = ['left', 'right'] as const

/** The kinds of staining as SUSTech-SYSU counts them (Deng 2020, Sci Data 7:23), each worse than the one before. */
export const LESION_TYPES = [
  'none',
  'micro_punctate',
  'macro_punctate',
  'coalescent',
  'patch',
] as const
export const LesionType = z.enum(LESION_TYPES)
export type LesionType = z.infer<typeof LesionType>

/** How far the outline of the cornea can be trusted. */
export const OUTLINE_TRUST = ['trusted', 'partly', 'untrusted'] as const
/**
 * What speaks against it: it is flatter than a cornea, too small or too large, has no clear rim, leaves what the network
 * takes for cornea, is another one in a mirrored view, crosses staining, or lies along the lids.
 */
export const OUTLINE_DOUBTS = ['flat', 'size', 'rim', 'shape', 'views', 'crossed', 'lids'] as const
export type OutlineDoubt = (typeof OUTLINE_DOUBTS)[number]

const score = z.int().min(0).max(3).nullable()

/** NEI scores, 0-3 each; of a region of which the lids hide too much, null. The total needs all five. */
export const LesionRegion = z.object({
  central: score,
  superior: score,
  nasal: score,
  inferior: score,
  temporal: score,
  left: score,
  right: score,
  total: z.int().min(0).max(15).nullable(),
})
export type LesionRegion = z.infer<typeof LesionRegion>

/** What the analysis of one fluorescein photograph found; the top level of findings.json. Lengths in mm are estimates. */
export const SurfaceFindings = z.object({
  modality: z.literal('surface'),
  file: z.object({ sha256: z.string(), width: z.int(), height: z.int() }),
  gradable: z.boolean(),
  quality_score: Fraction.nullable(),
  quality: Quality,
  /** As a person stated it: the photograph does not show it. */
  eye: Eye.nullable(),
  eye_confidence: Fraction.nullable(),
  /** Always null: no photograph of the eye surface has a scale of its own. Estimates rest on the cornea's diameter. */
  scale: Scale.nullable(),
  /** The whole cornea, also under the lids: an ellipse. */
  cornea: z
    .object({
      centre: Point,
      /** Semi-axes along the sides of the picture, px: across, down. */
      radii: z.tuple([z.number(), z.number()]),
      /** A closed polygon, px of the image. */
      outline: z.array(Point),
      /** Of the ellipse, px2, and percent of the photograph; null where the outline is not trusted. */
      area: z.number().nullable(),
      percent: z.number().nullable(),
      /** Percent of the ellipse that shows between the lids and inside the photograph; null where that is in doubt. */
      visible: z.number().nullable(),
    })
    .nullable(),
  /** Null without a cornea, and of an analysis from before outlines were checked. */
  outline: z
    .object({ trust: z.enum(OUTLINE_TRUST), doubts: z.array(z.enum(OUTLINE_DOUBTS)) })
    .nullable(),
  /** Whether there is staining; null where it cannot be judged. */
  lesion_bool: z.boolean().nullable(),
  lesion_type: LesionType.nullable(),
  /** 0-5, after the limits of the Oxford scheme, for the cornea alone. */
  lesion_grade: z.int().min(0).max(5).nullable(),
  /** 0-4, by quarters around the centre and the central zone, as SUSTech-SYSU grades. */
  lesion_severity: z.int().min(0).max(4).nullable(),
  lesion_region: LesionRegion.nullable(),
  /** Staining of the cornea that shows: patches and dots together, unless the name says one of them. */
  staining: z
    .object({
      /** px2 of the image */
      area: z.number(),
      /** Estimate. */
      area_mm2: z.number(),
      /** Of the whole cornea. */
      percent: z.number(),
      dots: z.int(),
      patches: z.int(),
      /** Of patches alone, percent of the whole cornea. */
      patch_percent: z.number(),
      /** Greatest extent of the largest patch, mm, an estimate; 0 without one. */
      largest: z.number(),
      /** Whether the central zone is stained. */
      central: z.boolean(),
      /** The largest, at most 50, to fly to: centre and radius, px. */
      spots: z.array(z.tuple([z.number(), z.number(), z.number()])),
    })
    .nullable(),
  /** Of measured figures, by dotted name. Classes and scores have none: only drawn eyes say how often they are right. */
  confidence: z.record(z.string(), Confidence),
  /** For every field that is null: why. Keys are the field names above, dotted. */
  not_measured: z.record(z.string(), Reason),
  /** Model task and version with the first 12 hex digits of its checksum. */
  model_versions: z.record(z.string(), z.string()),
})
export type SurfaceFindings = z.infer<typeof SurfaceFindings>

/** Maps an analysis may write; each a grey image, 255 = certain, 128 = the map's threshold. `lesion`: patches. */
export const SURFACE_MAPS = ['cornea', 'lesion'] as const
/** A grey image like those: dots of staining. */
export const DOTS_MAP = 'dots'
