import { sampleFigures } from '../../findings/figure-rows.ts'
import { DISC_ROWS } from './disc-rows.ts'
import { LESION_ROWS } from './lesion-rows.ts'
import { MACULA_ROWS } from './macula-rows.ts'
import { VESSEL_ROWS } from './vessel-rows.ts'
import type { FundusFindings, LesionMeasures, VesselTree } from './findings.ts'

/** Findings made by hand, for tests: every part is there, and no photograph stands behind them. */

const tree: VesselTree = {
  ...sampleFigures(VESSEL_ROWS, 'vessel.arteries'),
  density: 8.437,
  length_density: 0.0306,
  diameter: 2.871,
  length: 7015.2,
  fractal_dimension: 1.421,
  tortuosity: 0.0481,
  curvature: 0.031,
  segments: 40,
}

const circle = (x: number, y: number, radius: number): [number, number][] =>
  Array.from({ length: 24 }, (_, index) => {
    const angle = (index * Math.PI) / 12
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })

const lesion = (traits: Partial<LesionMeasures>): LesionMeasures => ({
  ...sampleFigures(LESION_ROWS, 'lesion'),
  count: 0,
  uncounted: 0,
  area: 0,
  percent: 0,
  quadrants: { superior_temporal: 0, superior_nasal: 0, inferior_temporal: 0, inferior_nasal: 0 },
  fovea_distance_dd: null,
  spots: [],
  ...traits,
})

export const SAMPLE_FINDINGS: FundusFindings = {
  modality: 'fundus',
  file: { sha256: '0'.repeat(64), width: 1000, height: 800 },
  gradable: true,
  quality_score: 0.82,
  quality: {
    gradable: true,
    reasons: [],
    score: 0.82,
    sharpness: 0.7,
    brightness: 0.4,
    contrast: 0.2,
    underexposed: 0,
    overexposed: 0.012,
    field: { centre: [500, 400], diameter_px: 780, inside_frame: 1, area_px: 477_836 },
    standard: true,
  },
  eye: 'OD',
  eye_confidence: 0.98,
  disc_centre: [740, 390],
  fovea_centre: [440, 425],
  shows: { disc: true, macula: true, microaneurysms: true },
  vcdr: 0.62,
  dr_grade: 2,
  dr_referable_probability: 0.87,
  lesion_bool: true,
  scale: null,
  vessel: {
    ...sampleFigures(VESSEL_ROWS, 'vessel'),
    ...tree,
    arteries: { ...tree, density: 3.61, diameter: 2.62 },
    veins: { ...tree, density: 4.52, diameter: 3.18 },
    zone_b: { density: 14.2, artery_diameter: 6.1, vein_diameter: 8.4 },
    zone_c: { density: 12.7, artery_diameter: 5.2, vein_diameter: 7.1 },
    calibre: { crae: 11.42, crve: 16.31, avr: 0.7, arteries: 6, veins: 5 },
    quadrants: { superior: 9.1, inferior: 9.4, nasal: 7.2, temporal: 8.3 },
  },
  disc: {
    disc: { area: 11_310, percent: 2.37, height: 124, width: 116, outline: circle(740, 390, 60) },
    cup: { area: 4_301, percent: 0.9, height: 77, width: 70, outline: circle(738, 390, 37) },
    ...sampleFigures(DISC_ROWS, 'disc'),
    odr: 0.38,
    hcdr: 0.6,
    rim: [0.17, 0.18, 0.22, 0.24, 0.21, 0.19, 0.21, 0.2, 0.18, 0.17, 0.13, 0.15],
    isnt: false,
    ddls: { stage: 4, size: 'average', size_assumed: true, thinnest_rim: 0.13, clock_hour: 11 },
  },
  macula: {
    ...sampleFigures(MACULA_ROWS, 'macula'),
    edge_distance: 311,
    edge_distance_dd: 2.51,
    fd_dist: 302,
    fd_dist_dd: 2.44,
    angle: -6.7,
  },
  lesions: {
    microaneurysms: lesion({
      count: 7,
      area: 84,
      percent: 0.018,
      quadrants: {
        superior_temporal: 3,
        superior_nasal: 1,
        inferior_temporal: 2,
        inferior_nasal: 1,
      },
      fovea_distance_dd: 0.62,
      spots: [
        [380, 360, 3],
        [402, 470, 2],
      ],
    }),
    haemorrhages: lesion({
      count: 2,
      area: 420,
      percent: 0.088,
      fovea_distance_dd: 1.9,
      spots: [[300, 260, 11]],
    }),
    hard_exudates: lesion({
      count: 4,
      uncounted: 12,
      area: 316,
      percent: 0.066,
      fovea_distance_dd: 0.81,
      spots: [[420, 520, 9]],
    }),
    soft_exudates: lesion({}),
  },
  dr: {
    rule: 'more_than_microaneurysms',
    referable: true,
    agreed: true,
    macular_oedema: true,
    near_uncounted: 0,
    not_assessed: ['venous_beading', 'irma', 'neovascularisation', 'vitreous'],
    stages: [0.08, 0.05, 0.62, 0.17, 0.08],
  },
  glaucoma: { band: 'watch', signs: ['vcdr', 'isnt'] },
  other_disease: { suspected: false, kinds: [], scars: false },
  confidence: {
    dr_grade: { level: 0.87, spread: null },
    vcdr: { level: 0.92, spread: 0.03 },
    'vessel.density': { level: 0.95, spread: 0.21 },
    'vessel.calibre.avr': { level: 0.8, spread: 0.04 },
    'macula.fd_dist': { level: 0.97, spread: 4 },
  },
  not_measured: {
    scale: 'no_scale',
    'lesions.soft_exudates.fovea_distance_dd': 'no_lesion',
  },
  model_versions: { vessels: '1.0.0 06317454ea9a' },
}
