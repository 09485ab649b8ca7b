import { sampleFigures } from '../../findings/figure-rows.ts'
import { SURFACE_ROWS } from './figure-rows.ts'
import type { SurfaceFindings } from './findings.ts'

/** Findings made by hand, for tests: staining everywhere, and no photograph stands behind them. */
export const SAMPLE_FINDINGS: SurfaceFindings = {
  modality: 'surface',
  file: { sha256: '0'.repeat(64), width: 900, height: 600 },
  gradable: true,
  quality_score: 0.82,
  quality: {
    gradable: true,
    reasons: [],
    score: 0.82,
    sharpness: 0.7,
    brightness: 0.3,
    contrast: 0.2,
    underexposed: 0,
    overexposed: 0.012,
    field: null,
    standard: true,
  },
  eye: null,
  eye_confidence: null,
  scale: null,
  cornea: {
    ...sampleFigures(SURFACE_ROWS, 'cornea'),
    centre: [450, 300],
    radii: [240, 230],
    outline: Array.from({ length: 36 }, (_, index) => {
      const angle = (index * Math.PI) / 18
      return [450 + 240 * Math.cos(angle), 300 + 230 * Math.sin(angle)]
    }),
    area: 173_416,
    percent: 32.1,
    visible: 93,
  },
  outline: { trust: 'trusted', doubts: [] },
  lesion_bool: true,
  lesion_type: 'patch',
  lesion_grade: 4,
  lesion_severity: 4,
  lesion_region: {
    central: 2,
    superior: 0,
    nasal: null,
    inferior: 1,
    temporal: null,
    left: 1,
    right: 3,
    total: 7,
  },
  staining: {
    ...sampleFigures(SURFACE_ROWS, 'staining'),
    area: 9300,
    area_mm2: 5.6,
    percent: 5.4,
    dots: 31,
    patches: 1,
    patch_percent: 4.9,
    largest: 2.8,
    central: true,
    spots: [[520, 320, 60]],
  },
  confidence: {
    'staining.percent': { level: 0.85, spread: 0.6 },
    'staining.area_mm2': { level: 0.8, spread: 0.9 },
    'lesion_region.left': { level: 0.9, spread: 0.3 },
  },
  not_measured: {
    eye: 'eye_unknown',
    eye_confidence: 'eye_unknown',
    scale: 'no_scale',
    'quality.field': 'not_implemented',
    'lesion_region.nasal': 'eye_unknown',
    'lesion_region.temporal': 'eye_unknown',
  },
  model_versions: { staining: '1.0.0 000000000000' },
}
