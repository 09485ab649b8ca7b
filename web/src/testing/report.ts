import { FundusReportData, MODALITY } from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { STANDING } from './standing.ts'

export const NUMBER = 'R20261121-AZJ5DW6Q2M64G3SNHRZ42LMHKU'
/** A report as it was stored when little was measured. */
const MADE = {
  report_no: NUMBER,
  diagnosis_class: '1',
  organization: { name: '演示眼科诊所', logo: null },
  name: '演示患者',
  gender: 2,
  age: 66,
  phone: '138****8000',
  id: 'Y****01',
  record_date: '2024-05-01',
  collect_device: 'Topcon TRC-NW400',
  report_time: '2026-11-21T10:03:00Z',
  clinician: '演示医生',
  eye: 'OD',
  image_url: '/v1/oss/file/image',
  overlays: [],
  image_size: [565, 584],
  image_index: 0,
  image_count: 1,
  gradable: true,
  iqa: {
    image_score: 0.96,
    image_quality: 'good',
    fovea_edge_distance: null,
    angle: null,
    standard: true,
    reasons: [],
  },
  DR: { DR: null, stage: null, microaneurysms: null, exudation: null },
  vessel: {
    density: 8.78,
    length: 7015,
    length_density: 0.0306,
    diameter: 2.87,
    fractal_dimension: 1.4,
    tortuosity: 0.048,
    curvature: 0.0306,
  },
  segmentation: {
    disc_area: null,
    disc_percent: null,
    cup_area: null,
    cup_percent: null,
    odr: null,
    odr_percent: null,
    vcdr: null,
    fovea_center: null,
    fd_dist: null,
  },
  lesion: { microaneurysms: null, haemorrhages: null, hard_exudates: null, soft_exudates: null },
  glaucoma: null,
  not_measured: { 'DR.stage': 'not_implemented', 'segmentation.vcdr': 'not_implemented' },
  units: { 'vessel.density': '%' },
  opinion: '未见明显出血及渗出。',
  opinion_origin: 'own',
  machine_opinion: '视网膜血管：密度8.8%。',
  patient_opinion: null,
  model_versions: { vessels: '1.0.0 06317454ea9a' },
  image_sha256: 'f76a15ba9a6d510d',
  standing: STANDING,
}
/** That report as it is read today: little was measured. */
export const EARLY = FundusReportData.parse(MODALITY.fundus.stored.report.upgrade(MADE))
const { vessel, disc, macula, lesions, dr } = SAMPLE_FINDINGS
/** A report in which everything was measured. */
export const REPORT: FundusReportData = {
  ...EARLY,
  image_size: [1000, 800],
  eye_confidence: 0.98,
  overlays: ['vessels', 'arteries', 'veins', 'disc', 'cup', 'haemorrhages'].map((name) => ({
    name,
    url: '/map',
    color: '#EF4444',
  })),
  DR: { ...EARLY.DR, ...dr, DR: true, stage: 2, referable_probability: 0.87 },
  vessel: { ...EARLY.vessel, ...vessel },
  segmentation: {
    ...EARLY.segmentation,
    ...disc,
    vcdr: 0.62,
    fd_dist: macula?.fd_dist ?? null,
    disc_center: [740, 390],
    disc_height: 124,
    disc_outline: disc?.disc.outline ?? null,
    cup_outline: disc?.cup?.outline ?? null,
  },
  lesion: { ...EARLY.lesion, measures: lesions },
  glaucoma: 'watch',
  glaucoma_signs: ['vcdr'],
  confidence: {
    'DR.stage': { level: 0.87, spread: null },
    'segmentation.vcdr': { level: 0.9, spread: 0.03 },
  },
  not_measured: { 'segmentation.disc_percent': 'uncertain' },
  patient_opinion: '右眼较重。',
}
