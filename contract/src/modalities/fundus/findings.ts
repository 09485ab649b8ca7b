import { z } from 'zod'
import { Treatment } from '../../findings/treatments.ts'
import { Confidence, Eye, Fraction, Quality, Reason, Scale } from '../../findings/findings.ts'
import { findingFields } from '../../findings/figure-rows.ts'
import { Section } from '../../findings/section.ts'
import { DISC_ROWS } from './disc-rows.ts'
import { LESION_ROWS, LESIONS, type Lesion } from './lesion-rows.ts'
import { MACULA_ROWS } from './macula-rows.ts'
import { VESSEL_ROWS } from './vessel-rows.ts'
import { OtherDisease } from './other-disease.ts'

export const Grade = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** A map's own measures. */
const VesselTree = z.object(findingFields(VESSEL_ROWS, 'vessel.arteries'))
export type VesselTree = z.infer<typeof VesselTree>

export const VesselMeasures = z.object({
  ...findingFields(VESSEL_ROWS, 'vessel'),
  arteries: VesselTree.nullable(),
  veins: z.object(findingFields(VESSEL_ROWS, 'vessel.veins')).nullable(),
  zone_b: z.object(findingFields(VESSEL_ROWS, 'vessel.zone_b')).nullable(),
  zone_c: z.object(findingFields(VESSEL_ROWS, 'vessel.zone_c')).nullable(),
  calibre: z.object(findingFields(VESSEL_ROWS, 'vessel.calibre')).nullable(),
  quadrants: z.object(findingFields(VESSEL_ROWS, 'vessel.quadrants')).nullable(),
})
export type VesselMeasures = z.infer<typeof VesselMeasures>

export const DDLS_SIZES = ['small', 'average', 'large'] as const

/** The optic disc; its centre and the vertical cup-to-disc ratio stand at the top level. */
export const DiscMeasures = z.object({
  disc: z.object(findingFields(DISC_ROWS, 'disc.disc')),
  cup: z.object(findingFields(DISC_ROWS, 'disc.cup')).nullable(),
  ...findingFields(DISC_ROWS, 'disc'),
  /** Whether the rim is broadest inferior, then superior, nasal, temporal. */
  isnt: z.boolean().nullable(),
  /** Disc damage likelihood scale (Br J Ophthalmol 2006;90:437), by the thinnest rim. */
  ddls: z
    .object({
      ...findingFields(DISC_ROWS, 'disc.ddls'),
      size: z.enum(DDLS_SIZES),
      /** No scale is known and the average size is assumed. */
      size_assumed: z.boolean(),
    })
    .nullable(),
})
export type DiscMeasures = z.infer<typeof DiscMeasures>

/** The place of the fovea. Its centre stands at the top level. */
export const MaculaMeasures = z.object(findingFields(MACULA_ROWS, 'macula'))
export type MaculaMeasures = z.infer<typeof MaculaMeasures>

const LesionMeasures = z.object({
  ...findingFields(LESION_ROWS, 'lesion'),
  /** null where the eye is unknown. */
  quadrants: z.object(findingFields(LESION_ROWS, 'lesion.quadrants')).nullable(),
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
  /** Some possible exudates lie on suspected scars of laser and do not count; absent where none do, and in earlier analyses. */
  exudates_on_scars: z.boolean().optional(),
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
  ...findingFields(DISC_ROWS, ''),
  /** null where no edge of the field is seen, and in earlier analyses. */
  shows: ShownRetina.nullable(),
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
  /** Not said in earlier analyses. */
  other_disease: OtherDisease.nullish(),
  /** What a clinician stated: a treatment, or null where the eye was not treated; no analysis says it. */
  treated: Treatment.nullish(),
  /** One entry for every figure that is not null, by its dotted name. */
  confidence: z.record(z.string(), Confidence),
  /** The reason of every field that is null. Keys are the field names above, dotted. */
  not_measured: z.record(z.string(), Reason),
  /** Model task and version with the first 12 hex digits of its checksum. */
  model_versions: z.record(z.string(), z.string()),
})
export type FundusFindings = z.infer<typeof FundusFindings>

/** Maps of a photograph whose field is seen. Each is a grey image, 255 = certain, 128 = the map's threshold. */
export const FUNDUS_MAPS = ['vessels', 'arteries', 'veins', 'disc', 'cup', ...LESIONS] as const
/** Scars of laser are drawn where they are suspected. */
export type FundusMap = (typeof FUNDUS_MAPS)[number] | 'laser_scars'

/** The map of the spots of a kind that are not counted. */
export const uncountedOf = (kind: Lesion) => `${kind}_uncounted` as const
/** Maps of spots, 255 on 0: by the name of a kind those that are counted. */
export type SpotLayer = Lesion | ReturnType<typeof uncountedOf>
