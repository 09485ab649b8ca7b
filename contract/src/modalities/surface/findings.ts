import { z } from 'zod'
import { Confidence, Eye, Fraction, Quality, Reason, Scale } from '../../findings/findings.ts'
import { findingFields } from '../../findings/figure-rows.ts'
import { SURFACE_ROWS } from './figure-rows.ts'

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

/** NEI scores, 0-3 each. */
export const LesionRegion = z.object(findingFields(SURFACE_ROWS, 'lesion_region'))
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
  cornea: z.object(findingFields(SURFACE_ROWS, 'cornea')).nullable(),
  /** Null without a cornea, and of an analysis from before outlines were checked. */
  outline: z
    .object({ trust: z.enum(OUTLINE_TRUST), doubts: z.array(z.enum(OUTLINE_DOUBTS)) })
    .nullable(),
  /** Whether there is staining; null where it cannot be judged. */
  lesion_bool: z.boolean().nullable(),
  lesion_type: LesionType.nullable(),
  ...findingFields(SURFACE_ROWS, ''),
  lesion_region: LesionRegion.nullable(),
  staining: z
    .object({
      ...findingFields(SURFACE_ROWS, 'staining'),
      /** Whether the central zone is stained. */
      central: z.boolean(),
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
