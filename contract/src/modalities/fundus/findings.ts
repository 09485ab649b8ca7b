import { z } from 'zod'
import { Treatment } from '../../findings/treatments.ts'
import {
  Confidence,
  Eye,
  Fraction,
  Point,
  Quality,
  Reason,
  Scale,
} from '../../findings/findings.ts'
import { findingFields } from '../../findings/figure-rows.ts'
import { Section } from '../../findings/section.ts'
import { DISC_ROWS, MACULA_ROWS } from './figure-rows.ts'

export const Grade = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** A map's own measures. Lengths are px of the image unless named otherwise. */
const VesselTree = z.object({
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
export type VesselTree = z.infer<typeof VesselTree>

/** A ring around the disc: B from 0.5 to 1, C from 0.5 to 2 disc diameters from its margin. */
const VesselZone = z.object({
  /** Percent of the ring's part inside the field. */
  density: z.number(),
  /** Mean width of arteries and veins in the ring, px. */
  artery_diameter: z.number().nullable(),
  vein_diameter: z.number().nullable(),
})

/** Knudtson's summary of the six largest arterioles and venules in zone B (Curr Eye Res 2003;27:143). */
const VesselCalibre = z.object({
  /** px */
  crae: z.number(),
  crve: z.number(),
  /** crae over crve */
  avr: z.number(),
  /** Vessels found, of six each. */
  arteries: z.int(),
  veins: z.int(),
})

export const VesselMeasures = VesselTree.extend({
  arteries: VesselTree.nullable(),
  veins: VesselTree.nullable(),
  zone_b: VesselZone.nullable(),
  zone_c: VesselZone.nullable(),
  calibre: VesselCalibre.nullable(),
  /** Density by quadrant around the disc, percent. */
  quadrants: z
    .object({
      superior: z.number(),
      inferior: z.number(),
      nasal: z.number(),
      temporal: z.number(),
    })
    .nullable(),
})
export type VesselMeasures = z.infer<typeof VesselMeasures>

const Region = z.object({
  /** px, and percent of the field of view; null where no edge of the field is seen */
  area: z.number(),
  percent: z.number().nullable(),
  /** Vertical and horizontal extent, px. */
  height: z.number(),
  width: z.number(),
  /** A closed polygon, px of the image. */
  outline: z.array(Point),
})

export const DDLS_SIZES = ['small', 'average', 'large'] as const

/** The optic disc; its centre and the vertical cup-to-disc ratio stand at the top level. */
export const DiscMeasures = z.object({
  disc: Region,
  cup: Region.nullable(),
  ...findingFields(DISC_ROWS),
  /** Rim width over disc diameter at each clock hour, 12 o'clock first, as the clinician faces the photograph. */
  rim: z.array(z.number()).length(12).nullable(),
  /** Whether the rim is broadest inferior, then superior, nasal, temporal. */
  isnt: z.boolean().nullable(),
  /** Disc damage likelihood scale (Br J Ophthalmol 2006;90:437), by the thinnest rim. */
  ddls: z
    .object({
      stage: z.int().min(1).max(10),
      size: z.enum(DDLS_SIZES),
      /** No scale is known and the average size is assumed. */
      size_assumed: z.boolean(),
      thinnest_rim: z.number(),
      /** null where the retina is turned, or nothing shows that it is not. */
      clock_hour: z.int().min(1).max(12).nullable(),
    })
    .nullable(),
})
export type DiscMeasures = z.infer<typeof DiscMeasures>

/** The place of the fovea. Its centre stands at the top level. */
export const MaculaMeasures = z.object(findingFields(MACULA_ROWS))
export type MaculaMeasures = z.infer<typeof MaculaMeasures>

export const LESIONS = ['microaneurysms', 'haemorrhages', 'hard_exudates', 'soft_exudates'] as const
export type Lesion = (typeof LESIONS)[number]

const LesionMeasures = z.object({
  /** Spots that meet the rule of their kind and that the stage rests on: of them are all figures below. */
  count: z.int(),
  /**
   * Spots that may be lesions and are not counted; null in analyses that did not tell them apart.
   */
  uncounted: z.int().nullable(),
  /** px, and percent of the field of view */
  area: z.number(),
  percent: z.number(),
  /**
   * Counts around the fovea, or around the middle of the field where no fovea is found; null where
   * the eye is unknown.
   */
  quadrants: z
    .object({
      superior_temporal: z.int(),
      superior_nasal: z.int(),
      inferior_temporal: z.int(),
      inferior_nasal: z.int(),
    })
    .nullable(),
  /** The distance from the fovea to the nearest one, disc diameters. */
  fovea_distance_dd: z.number().nullable(),
  /** The largest, at most 50, to fly to: centre and radius, px. */
  spots: z.array(z.tuple([z.number(), z.number(), z.number()])),
})
export type LesionMeasures = z.infer<typeof LesionMeasures>

/** The rule that gave the ICDR stage. */
export const DR_RULES = [
  'no_lesion',
  /** Spots were found, no more than photographs without retinopathy show. */
  'weak_lesions',
  'microaneurysms_only',
  'more_than_microaneurysms',
  /** More than microaneurysms, of a number and extent as in severe disease. */
  'extensive_lesions',
  'haemorrhages_four_quadrants',
  /** No rule: a clinician stated the stage. */
  'clinician',
] as const
/** Signs of the scale that one photograph of this kind, or this analysis, cannot show. */
export const NOT_ASSESSED = ['venous_beading', 'irma', 'neovascularisation', 'vitreous'] as const

/**
 * The basis of the ICDR stage. Stage and probability of referable disease, by lesions and screening
 * network together, stand at the top level.
 */
export const DrFinding = z.object({
  rule: z.enum(DR_RULES),
  /** Stage 2 or more, or suspected macular oedema, by the lesions found. */
  referable: z.boolean(),
  /**
   * The chances are clear on one side of referral, and the rule lies on it. Where not, there is no
   * stage, and a clinician is asked.
   */
  agreed: z.boolean(),
  /** Exudates within one disc diameter of the fovea; null where no fovea is found. */
  macular_oedema: z.boolean().nullable(),
  /** Possible exudates there that do not count; absent in earlier analyses and without a fovea. */
  near_uncounted: z.int().optional(),
  not_assessed: z.array(z.enum(NOT_ASSESSED)),
  /** The chance of each of the five stages; null where they were not judged. */
  stages: z.array(Fraction).length(5).nullable(),
})
export type DrFinding = z.infer<typeof DrFinding>

export const GLAUCOMA_BANDS = ['low', 'watch', 'suspect', 'high'] as const
export const GLAUCOMA_SIGNS = [
  'vcdr',
  'disc_size',
  'thin_rim',
  'isnt',
  'asymmetry',
  'clinician',
] as const

/** Suspicion of glaucoma from one photograph: never more than a suspicion. */
export const GlaucomaFinding = z.object({
  band: z.enum(GLAUCOMA_BANDS),
  /** The reasons for the band. */
  signs: z.array(z.enum(GLAUCOMA_SIGNS)),
})
export type GlaucomaFinding = z.infer<typeof GlaucomaFinding>

/**
 * What of the retina a photograph shows. Only one that shows all of it tells stage 0; a lesion that is
 * seen counts in any.
 */
export const ShownRetina = z.object({
  /** The whole disc lies inside the field. */
  disc: z.boolean(),
  /** The fovea's place, found or as usual from the disc, lies far enough inside the field. */
  macula: z.boolean(),
  /** The field has enough px across for microaneurysms. */
  microaneurysms: z.boolean(),
  /** Nothing cuts off or hides a large part of the field. Not said in earlier analyses. */
  field: z.boolean().optional(),
  /** The field is no wider than those in which single lesions are told. Not said in earlier analyses. */
  usual_width: z.boolean().optional(),
})
export type ShownRetina = z.infer<typeof ShownRetina>

/** The findings of the analysis of one fundus photograph: the top level of findings.json. */
export const FundusFindings = z.object({
  modality: z.literal('fundus'),
  /** Of a picture that holds one field beside other things, where it can be judged alone. */
  section: Section.optional(),
  file: z.object({ sha256: z.string(), width: z.int(), height: z.int() }),
  gradable: z.boolean(),
  quality_score: Fraction.nullable(),
  quality: Quality,
  eye: Eye.nullable(),
  eye_confidence: Fraction.nullable(),
  disc_centre: Point.nullable(),
  fovea_centre: Point.nullable(),
  /** null where no edge of the field is seen, and in earlier analyses. */
  shows: ShownRetina.nullable(),
  vcdr: z.number().nullable(),
  dr_grade: Grade.nullable(),
  dr_referable_probability: Fraction.nullable(),
  lesion_bool: z.boolean().nullable(),
  /** Without it lengths are px of the image and disc diameters. */
  scale: Scale.nullable(),
  vessel: VesselMeasures.nullable(),
  disc: DiscMeasures.nullable(),
  macula: MaculaMeasures.nullable(),
  lesions: z.record(z.enum(LESIONS), LesionMeasures).nullable(),
  dr: DrFinding.nullable(),
  glaucoma: GlaucomaFinding.nullable(),
  /** A clinician stated that the eye was treated; no analysis says it. */
  treated: Treatment.nullish(),
  /** One entry for every figure that is not null, by its dotted name. */
  confidence: z.record(z.string(), Confidence),
  /** The reason of every field that is null. Keys are the field names above, dotted. */
  not_measured: z.record(z.string(), Reason),
  /** Model task and version with the first 12 hex digits of its checksum. */
  model_versions: z.record(z.string(), z.string()),
})
export type FundusFindings = z.infer<typeof FundusFindings>

/**
 * Maps that an analysis may write. Each is a grey image, 255 = certain, 128 = the map's threshold.
 */
export const FUNDUS_MAPS = ['vessels', 'arteries', 'veins', 'disc', 'cup', ...LESIONS] as const

/** The map of the spots of a kind that are not counted. */
export const uncountedOf = (kind: Lesion) => `${kind}_uncounted` as const
/** Maps of spots, 255 on 0: by the name of a kind those that are counted. */
export type SpotLayer = Lesion | ReturnType<typeof uncountedOf>
