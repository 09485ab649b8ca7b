import { z } from 'zod'
import { reportFields } from '../../findings/figure-rows.ts'
import { Reason } from '../../findings/findings.ts'
import { reportOf, ReportedPicture } from '../../report/data.ts'
import { DISC_ROWS } from './disc-rows.ts'
import { MACULA_ROWS } from './macula-rows.ts'
import { VESSEL_ROWS } from './vessel-rows.ts'
import {
  DiscMeasures,
  DrFinding,
  FundusFindings,
  GlaucomaFinding,
  Grade,
  VesselMeasures,
} from './findings.ts'

const measure = z.number().nullable()
const path = z.string().nullable()

const { arteries, veins, zone_b, zone_c, calibre, quadrants } = VesselMeasures.shape
const { isnt, ddls } = DiscMeasures.shape

/** What a report says of one photograph, by the specification's names. */
export const ReportedPhotograph = ReportedPicture.extend({
  iqa: z.object({
    image_score: measure,
    image_quality: z.enum(['good', 'usable', 'reject']),
    ...reportFields(MACULA_ROWS, 'iqa'),
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
    /** Possible exudates near the fovea that do not count. */
    near_uncounted: DrFinding.shape.near_uncounted,
    not_assessed: DrFinding.shape.not_assessed,
    /** The chance of each of the five stages. */
    stages: DrFinding.shape.stages,
  }),
  vessel: z.object({
    ...reportFields(VESSEL_ROWS, 'vessel'),
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
    ...reportFields(DISC_ROWS, 'segmentation'),
    ...reportFields(MACULA_ROWS, 'segmentation'),
    odr_percent: measure,
    isnt,
    ddls,
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
  /** Earlier reports say nothing of it. */
  other_disease: FundusFindings.shape.other_disease,
})
export type ReportedPhotograph = z.infer<typeof ReportedPhotograph>

/** A photograph as a report is read. */
export interface ReadPhotograph extends Omit<ReportedPhotograph, 'image_url' | 'overlays'> {
  overlays: readonly { name: string; color: string }[]
}

/** Its part about diabetic eye disease. */
export const DiabeticPhotograph = ReportedPhotograph.omit({
  vessel: true,
  segmentation: true,
  glaucoma: true,
  glaucoma_signs: true,
  machine_opinion: true,
})
export type DiabeticPhotograph = z.infer<typeof DiabeticPhotograph>

export const FundusReportData = reportOf(ReportedPhotograph, '1')
export type FundusReportData = z.infer<typeof FundusReportData>
