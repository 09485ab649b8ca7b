import { z } from 'zod'
import { TREATMENTS } from '../../findings/treatments.ts'
import type { Entry } from '../entry.ts'
import { CORRECTABLE, oneOf } from '../../findings/corrections.ts'
import { MODALITY_KEYS } from '../../wire/kinds.ts'
import { SECTION } from '../../findings/section.ts'
import { versionOf } from '../../findings/later-figures.ts'
import { upgradeFindings, upgradeReport } from './earlier.ts'
import { incomparableFigure } from './incomparable.ts'
import { withheldOfTreated } from './reasons.ts'
import { FUNDUS_FACETS } from './facets.ts'
import { FUNDUS_FIGURES, FUNDUS_ROWS } from './figure-table.ts'
import { badnessOfFundus } from './badness.ts'
import { FundusFindings, GLAUCOMA_BANDS } from './findings.ts'
import { LESIONS } from './lesion-rows.ts'
import { FUNDUS_LAYERS } from './layers.ts'
import { findingLines, reportLines } from './lines.ts'
import { fundusPart } from './report-part.ts'
import { EyeOutcome } from '../../report/data.ts'
import { FundusReportData, ReportedPhotograph } from './report-data.ts'
import { FUNDUS_TEXTS } from './texts.ts'

export const FUNDUS = {
  key: 'fundus',
  ...MODALITY_KEYS.fundus,
  showsEye: true,
  dicom: ['OP', 'OT', 'SC', 'XC'],
  stages: ['decode', 'quality', 'landmarks', 'vessels', 'lesions', 'measures'],
  staged: true,
  layers: FUNDUS_LAYERS,
  findings: FundusFindings,
  figures: FUNDUS_FIGURES,
  facets: FUNDUS_FACETS,
  stored: {
    findings: {
      version: versionOf('findings', 2, FUNDUS_ROWS),
      upgrade: upgradeFindings,
    },
    report: { version: versionOf('report', 7, FUNDUS_ROWS), upgrade: upgradeReport },
  },
  report: FundusReportData,
  reported: ReportedPhotograph,
  outcome: EyeOutcome,
  severity: badnessOfFundus,
  part: fundusPart,
  lines: findingLines,
  reportLines,
  incomparable: incomparableFigure,
  withheld: withheldOfTreated,
  registered: ({ quality: { field }, disc, disc_centre, fovea_centre }: FundusFindings) => ({
    map: 'vessels',
    field: field && { centre: field.centre, diameter: field.diameter_px },
    pair: disc_centre && fovea_centre && { disc: disc_centre, fovea: fovea_centre },
    unit: disc?.disc.height ?? null,
  }),
  sources: {
    'iqa.standard': 'quality.standard',
    'DR.DR': 'dr_grade',
    'DR.rule': 'dr_grade',
    DR: 'dr',
    'vessel.paths': 'vessel',
    segmentation: 'disc',
    'lesion.measures': 'lesions',
    lesion: 'lesions',
  },
  drawable: [
    { name: 'disc', figure: 'disc.disc', single: true },
    { name: 'cup', figure: 'disc.cup', single: true },
    { name: 'fovea', figure: 'fovea_centre', place: true },
    ...LESIONS.map((name) => ({ name, figure: `lesions.${name}` })),
  ],
  correctable: {
    ...CORRECTABLE,
    stage: oneOf([0, 1, 2, 3, 4], { judged: true }),
    oedema: oneOf([false, true], { judged: true }),
    glaucoma: oneOf(GLAUCOMA_BANDS, { judged: true }),
    treated: oneOf(['none', ...TREATMENTS]),
    other_disease: oneOf([false, true], { judged: true }),
    section: SECTION,
  },
  archive: {
    /** Taken through a small or through a dilated pupil. */
    fields: { img_type: z.union([z.literal(1), z.literal(2)], 'not_allowed') },
    once: {
      mm_per_px: z.number('scale_range').positive('scale_range').max(1, 'scale_range').optional(),
    },
    analysed: [],
    devices: ['Topcon TRC-NW400', 'Canon CR-2 AF', 'ZEISS VISUCAM 200'],
  },
  statedScale: ({ mm_per_px }: { mm_per_px?: number }) => mm_per_px,
  texts: FUNDUS_TEXTS,
} as const satisfies Entry
