import { z } from 'zod'
import type { Entry } from '../entry.ts'
import { CORRECTABLE } from '../../findings/corrections.ts'
import { MODALITY_KEYS } from '../../wire/kinds.ts'
import { EyeOutcome, upgradeReport } from '../../report/data.ts'
import { briefOf } from './brief.ts'
import { versionOf, withLaterFigures } from '../../findings/later-figures.ts'
import { OCTA_ROWS } from './figure-rows.ts'
import { OCTA_FIGURES } from './figure-table.ts'
import { withFacts } from './facts.ts'
import { OctaFindings } from './findings.ts'
import { OCTA_LAYERS } from './layers.ts'
import { findingLines, reportLines } from './lines.ts'
import { OctaReportData, ReportedScan } from './report-data.ts'
import { octaPart } from './report-part.ts'
import { OCTA_TEXTS } from './texts.ts'

export const OCTA = {
  key: 'octa',
  ...MODALITY_KEYS.octa,
  showsEye: false,
  dicom: ['OPT', 'OPTENF', 'OPTBSV', 'OT', 'SC'],
  stages: ['decode', 'vessels', 'quality', 'measures'],
  staged: false,
  layers: OCTA_LAYERS,
  findings: OctaFindings,
  figures: OCTA_FIGURES,
  facets: null,
  stored: {
    findings: {
      version: versionOf('findings', 1, OCTA_ROWS),
      upgrade: (stored) => withLaterFigures(stored, OCTA_ROWS),
    },
    report: {
      version: versionOf('report', 6, OCTA_ROWS),
      upgrade: (stored) => upgradeReport(stored, OCTA_ROWS),
    },
  },
  report: OctaReportData,
  reported: ReportedScan,
  outcome: EyeOutcome,
  severity: ({ gaps }: OctaFindings) => gaps?.area ?? 0,
  part: octaPart,
  sources: {
    'iqa.standard': 'quality.standard',
    faz: 'zone',
    density: 'vessel.density',
    'vessel.length_densities': 'vessel.length_density',
    'large.length_densities': 'large.length_density',
  },
  lines: findingLines,
  reportLines,
  withFacts,
  incomparable: (_figure, before: OctaFindings, after: OctaFindings) => {
    if (before.scan_mm !== after.scan_mm) return 'scan_size'
    return (before.axial_length_mm === null) === (after.axial_length_mm === null)
      ? null
      : 'axial_length'
  },
  brief: briefOf,
  registered: ({ file, scan_mm }: OctaFindings) => ({
    map: 'large_vessels',
    field: null,
    pair: null,
    unit: scan_mm === null ? null : file.width / scan_mm,
  }),
  drawable: [{ name: 'faz', figure: 'faz_area_mm2', single: true }],
  correctable: {
    ...CORRECTABLE,
    axial_length_mm: {
      value: z.number('axial_range').min(15, 'axial_range').max(40, 'axial_range'),
      values: [],
      stated: true,
    },
  },
  archive: {
    /** A scan of 3x3 or of 6x6 mm. */
    fields: { img_type: z.union([z.literal(1), z.literal(2)], 'not_allowed') },
    once: {},
    analysed: ['img_type'],
    devices: ['Optovue RTVue XR Avanti', 'ZEISS CIRRUS HD-OCT 5000', 'Topcon DRI OCT Triton'],
  },
  texts: OCTA_TEXTS,
} as const satisfies Entry
