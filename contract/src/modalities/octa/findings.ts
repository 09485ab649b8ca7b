import { z } from 'zod'
import { findingFields } from '../../findings/figure-rows.ts'
import { Confidence, Eye, Fraction, Quality, Reason, Scale } from '../../findings/findings.ts'
import { OCTA_ROWS } from './figure-rows.ts'

/** A mask of vessels. */
const Network = z.object(findingFields(OCTA_ROWS, 'vessel'))
export type VesselNetwork = z.infer<typeof Network>

/** What the analysis of one OCTA scan found; the top level of findings.json. Lengths in mm follow the breadth of the scan. */
export const OctaFindings = z.object({
  modality: z.literal('octa'),
  file: z.object({ sha256: z.string(), width: z.int(), height: z.int() }),
  gradable: z.boolean(),
  quality_score: Fraction.nullable(),
  quality: Quality,
  /** As a person stated it: a scan does not show it. */
  eye: Eye.nullable(),
  eye_confidence: Fraction.nullable(),
  ...findingFields(OCTA_ROWS, ''),
  scale: Scale.nullable(),
  /** The avascular zone, whose area stands at the top level. */
  zone: z.object(findingFields(OCTA_ROWS, 'zone')).nullable(),
  /** Vessels of all sizes. */
  vessel: Network.nullable(),
  large: z.object(findingFields(OCTA_ROWS, 'large')).nullable(),
  /** Patches without capillaries outside the zone. */
  gaps: z.object(findingFields(OCTA_ROWS, 'gaps')).nullable(),
  /** Of every figure that is not null, by its dotted name. */
  confidence: z.record(z.string(), Confidence),
  /** For every field that is null: why. Keys are the field names above, dotted. */
  not_measured: z.record(z.string(), Reason),
  /** Model task and version with the first 12 hex digits of its checksum. */
  model_versions: z.record(z.string(), z.string()),
})
export type OctaFindings = z.infer<typeof OctaFindings>

/** Maps an analysis may write; each a grey image, 255 = certain, 128 = the map's threshold. */
export const OCTA_MAPS = ['faz', 'large_vessels', 'capillaries'] as const
/** A mask, 255 on 0: the patches without capillaries. */
export const GAPS_MAP = 'gaps'
