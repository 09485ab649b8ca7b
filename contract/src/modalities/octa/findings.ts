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

export const QUARTERS = ['superior', 'nasal', 'inferior', 'temporal'] as const
export type Quarter = (typeof QUARTERS)[number]

/** The quarters whose side of the picture follows the eye, and the sides they lie on as the clinician faces it. */
export const SIDES = ['left', 'right'] as const
export type Side = (typeof SIDES)[number]

/**
 * Parts of a scan around the fovea, like those of ETDRS: the centre of 1 mm, a ring to 3 mm and, in scans of 6 mm, one to
 * 6 mm; and the halves of the whole scan. A part of which less than half is in the picture is null.
 */
export const REGIONS = [
  'fovea',
  ...QUARTERS,
  ...QUARTERS.map((name) => `outer_${name}` as const),
  'superior_half',
  'inferior_half',
  ...SIDES,
  ...SIDES.map((name) => `outer_${name}` as const),
] as const
export type Region = (typeof REGIONS)[number]

const part = z.number().nullable()
const Regions = z.object({ whole: z.number(), ...fill(REGIONS) })
export type Regions = z.infer<typeof Regions>

function fill<K extends string>(names: readonly K[]) {
  return Object.fromEntries(names.map((name) => [name, part])) as Record<K, typeof part>
}

/** A mask of vessels. */
const Network = z.object({
  /** Vessel px over px, percent. */
  density: Regions,
  /** Centreline over area, mm/mm2. */
  length_density: Regions,
  /** Vessel area over centreline length, um. */
  diameter: z.number(),
  /** Box-counting dimension of the centrelines. */
  fractal_dimension: part,
})
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
  /** The middle of the avascular zone, px. */
  fovea_centre: Point.nullable(),
  /** Breadth of the scan, mm, as the archive says. */
  scan_mm: z.union([z.literal(3), z.literal(6)]).nullable(),
  /** Of the eye, mm, where a clinician entered it: lengths and areas are corrected by it. */
  axial_length_mm: part,
  faz_area_mm2: part,
  /** Share of the scan that is a vessel of any size. */
  capillary_density: Fraction.nullable(),
  scale: Scale.nullable(),
  /** The avascular zone, whose area stands at the top level. */
  zone: z
    .object({
      /** mm */
      perimeter: z.number(),
      circularity: z.number(),
      acircularity: z.number(),
      axis_ratio: z.number(),
      /** A closed polygon, px of the image. */
      outline: z.array(Point),
    })
    .nullable(),
  /** Vessels of all sizes. */
  vessel: Network.nullable(),
  large: Network.nullable(),
  /** Patches without capillaries outside the zone. */
  gaps: z
    .object({
      count: z.int(),
      /** mm2, and percent of the scan */
      area: z.number(),
      percent: z.number(),
      /** mm2 */
      largest: z.number(),
      /** The largest, at most 50, to fly to: centre and radius, px. */
      spots: z.array(z.tuple([z.number(), z.number(), z.number()])),
    })
    .nullable(),
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
