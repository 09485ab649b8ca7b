import { z } from 'zod'
import type { Entry } from '../entry.ts'
import { CORRECTABLE, oneOf } from '../../findings/corrections.ts'
import { MODALITY_KEYS } from '../../wire/kinds.ts'
import { EyeOutcome } from '../../report/data.ts'
import { briefOf } from './brief.ts'
import { upgradeFindings, upgradeReport } from './earlier.ts'
import { withStatedEye } from './facts.ts'
import { SURFACE_FACETS } from './facets.ts'
import { versionOf } from '../../findings/later-figures.ts'
import { SURFACE_ROWS } from './figure-rows.ts'
import { SURFACE_FIGURES } from './figure-table.ts'
import { badnessOfStaining } from './figures.ts'
import { LESION_TYPES, SurfaceFindings } from './findings.ts'
import { SURFACE_LAYERS } from './layers.ts'
import { findingLines, reportLines } from './lines.ts'
import { ReportedSurface, SurfaceReportData } from './report-data.ts'
import { surfacePart } from './report-part.ts'
import { SURFACE_TEXTS } from './texts.ts'

export const SURFACE = {
  key: 'surface',
  ...MODALITY_KEYS.surface,
  showsEye: false,
  dicom: ['OP', 'OT', 'SC', 'XC'],
  stages: ['decode', 'staining', 'quality', 'measures'],
  staged: false,
  layers: SURFACE_LAYERS,
  findings: SurfaceFindings,
  figures: SURFACE_FIGURES,
  facets: SURFACE_FACETS,
  stored: {
    findings: { version: versionOf('findings', 2, SURFACE_ROWS), upgrade: upgradeFindings },
    report: { version: versionOf('report', 7, SURFACE_ROWS), upgrade: upgradeReport },
  },
  report: SurfaceReportData,
  reported: ReportedSurface,
  outcome: EyeOutcome,
  severity: (found: SurfaceFindings) => badnessOfStaining(found),
  part: surfacePart,
  sources: { 'iqa.standard': 'quality.standard' },
  lines: findingLines,
  reportLines,
  withFacts: withStatedEye,
  brief: briefOf,
  drawable: [{ name: 'lesion', figure: 'lesion_bool' }],
  correctable: {
    ...CORRECTABLE,
    lesion_bool: oneOf([false, true], { judged: true }),
    lesion_type: oneOf(LESION_TYPES, { judged: true }),
    lesion_grade: oneOf([0, 1, 2, 3, 4, 5], { judged: true }),
    lesion_severity: oneOf([0, 1, 2, 3, 4], { judged: true }),
  },
  archive: {
    /** The call has the field for every modality; nothing follows from it here. */
    fields: { img_type: z.union([z.literal(1), z.literal(2)], 'not_allowed').optional() },
    once: {},
    analysed: [],
    devices: ['Haag-Streit BX 900', 'Topcon SL-D701', 'OCULUS Keratograph 5M'],
  },
  texts: SURFACE_TEXTS,
} as const satisfies Entry
