import { z } from 'zod'
import { Gender, Instant } from '../../fields.ts'
import { OPINION_ORIGINS } from '../../constants.ts'
import { Confidence, Eye, Point, Reason, REFERRALS, Scale } from '../findings.ts'
import { Unit } from './figure-table.ts'
import {
  DiscMeasures,
  DrFinding,
  FundusFindings,
  GLAUCOMA_BANDS,
  GlaucomaFinding,
  Grade,
  VesselMeasures,
} from './findings.ts'

const measure = z.number().nullable()
const path = z.string().nullable()

const { arteries, veins, zone_b, zone_c, calibre, quadrants } = VesselMeasures.shape
const { rim, isnt, ddls } = DiscMeasures.shape

/** The fields of one photograph in a report, by the specification's names. */
export const ReportedPhotograph = z.object({
  eye: Eye.nullable(),
  /** The confidence of the machine's finding; null where a clinician set the eye. */
  eye_confidence: measure,
  image_url: z.string(),
  overlays: z.array(z.object({ name: z.string(), url: z.string(), color: z.string() })),
  image_size: z.tuple([z.int(), z.int()]),
  /** Place of the photograph in its sitting. */
  image_index: z.int(),
  /** Without it lengths are px of the image and disc diameters. */
  scale: Scale.nullable(),
  gradable: z.boolean(),
  iqa: z.object({
    image_score: measure,
    image_quality: z.enum(['good', 'usable', 'reject']),
    fovea_edge_distance: measure,
    fovea_edge_distance_dd: measure,
    angle: measure,
    standard: z.boolean().nullable(),
    reasons: z.array(Reason),
  }),
  DR: z.object({
    DR: z.boolean().nullable(),
    stage: Grade.nullable(),
    /** How many. */
    microaneurysms: measure,
    /** Hard and soft exudates, percent of the field. */
    exudation: measure,
    rule: DrFinding.shape.rule.nullable(),
    referable: z.boolean().nullable(),
    referable_probability: measure,
    /** Whether the rule and the network say the same of referral. */
    agreed: z.boolean().nullable(),
    /** Suspected, by exudates near the fovea. */
    macular_oedema: z.boolean().nullable(),
    not_assessed: DrFinding.shape.not_assessed,
  }),
  vessel: z.object({
    density: measure,
    length: measure,
    length_density: measure,
    diameter: measure,
    fractal_dimension: measure,
    tortuosity: measure,
    curvature: measure,
    arteries,
    veins,
    zone_b,
    zone_c,
    calibre,
    quadrants,
    /** Signed addresses of maps. */
    paths: z.object({ vessels: path, arteries: path, veins: path }),
  }),
  segmentation: z.object({
    disc_area: measure,
    disc_percent: measure,
    cup_area: measure,
    cup_percent: measure,
    odr: measure,
    odr_percent: measure,
    vcdr: measure,
    fovea_center: Point.nullable(),
    fd_dist: measure,
    fd_dist_dd: measure,
    disc_center: Point.nullable(),
    disc_height: measure,
    hcdr: measure,
    rim,
    isnt,
    ddls,
    disc_outline: z.array(Point).nullable(),
    cup_outline: z.array(Point).nullable(),
  }),
  lesion: z.object({
    microaneurysms: z.string().nullable(),
    haemorrhages: z.string().nullable(),
    hard_exudates: z.string().nullable(),
    soft_exudates: z.string().nullable(),
    /** The measures of the lesions in each map. */
    measures: FundusFindings.shape.lesions,
  }),
  /** One of GLAUCOMA_BANDS: a suspicion, never more. */
  glaucoma: z.string().nullable(),
  glaucoma_signs: GlaucomaFinding.shape.signs,
  confidence: z.record(z.string(), Confidence),
  not_measured: z.record(z.string(), Reason),
  units: z.record(z.string(), Unit),
  /** The machine's draft as it stood when the report was made, in the language of the request. */
  machine_opinion: z.string(),
  model_versions: z.record(z.string(), z.string()),
  image_sha256: z.string(),
})
export type ReportedPhotograph = z.infer<typeof ReportedPhotograph>

/** An eye of the report by the worst of its gradable photographs, whichever of them the report shows. */
export const EyeOutcome = z.object({
  eye: Eye.nullable(),
  stage: Grade.nullable(),
  /** The photograph that gave the stage. */
  stage_index: z.int().nullable(),
  /** Null where no photograph of the eye could be judged. */
  referral: z.enum(REFERRALS).nullable(),
  /** Suspected; null where none could be looked for. */
  oedema: z.boolean().nullable(),
})
export type EyeOutcome = z.infer<typeof EyeOutcome>

/** The outcome as the report itself says it: with the photographs that gave oedema and suspicion. */
export const ReportedEye = EyeOutcome.extend({
  oedema_index: z.int().nullable(),
  /** The highest suspicion of its photographs. */
  glaucoma: z.enum(GLAUCOMA_BANDS).nullable(),
  glaucoma_index: z.int().nullable(),
})
export type ReportedEye = z.infer<typeof ReportedEye>

/**
 * A fundus report. `not_measured` has the reason of every null, `units` the unit of every number,
 * and `confidence` the confidence of uncertain values. All use dotted names. A report of both eyes
 * has OD at the top level, as a report of one eye does. `fellow` has the same fields of OS.
 */
export const FundusReportData = ReportedPhotograph.extend({
  report_no: z.string(),
  diagnosis_class: z.literal('1'),
  organization: z.object({ name: z.string(), logo: z.string().nullable() }),
  name: z.string(),
  gender: Gender,
  /** Years, on the day of the record. */
  age: z.int(),
  /** null where nobody recorded one. */
  phone: z.string().nullable(),
  /**
   * The patient's card number. It is masked, like the phone, for a visitor who is not logged in.
   */
  id: z.string(),
  record_date: z.string(),
  collect_device: z.string(),
  report_time: Instant,
  clinician: z.string(),
  fellow: ReportedPhotograph.nullable(),
  /** Photographs of the sitting. */
  image_count: z.int(),
  /** Photographs of the sitting that the report does not show. */
  left_out: z.array(z.object({ image_index: z.int(), eye: Eye.nullable(), gradable: z.boolean() })),
  /** One entry for every eye that the report shows. */
  outcomes: z.array(ReportedEye),
  /** The clinician's opinion. */
  opinion: z.string(),
  opinion_origin: z.enum(OPINION_ORIGINS),
  /** The machine's view of the whole sitting, where it has several photographs. */
  patient_opinion: z.string().nullable(),
  /** The report that took this one's place. */
  superseded_by: z.string().nullable(),
  revoked: z.boolean(),
})
export type FundusReportData = z.infer<typeof FundusReportData>
