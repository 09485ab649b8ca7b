import type { Confidence, FundusFindings, Reason } from '@mingmou/contract'

/** Fields of the report, or groups of them, and where in the findings they come from. */
const SOURCES: Record<string, string> = {
  'iqa.image_score': 'quality_score',
  'iqa.standard': 'quality.standard',
  'iqa.fovea_edge_distance': 'macula.edge_distance',
  'iqa.fovea_edge_distance_dd': 'macula.edge_distance_dd',
  'iqa.angle': 'macula.angle',
  'DR.DR': 'dr_grade',
  'DR.stage': 'dr_grade',
  'DR.rule': 'dr_grade',
  'DR.referable_probability': 'dr_referable_probability',
  'DR.microaneurysms': 'lesions.microaneurysms.count',
  'DR.exudation': 'lesions.hard_exudates.percent',
  DR: 'dr',
  'vessel.paths': 'vessel',
  'segmentation.disc_area': 'disc.disc.area',
  'segmentation.disc_percent': 'disc.disc.percent',
  'segmentation.disc_height': 'disc.disc.height',
  'segmentation.disc_outline': 'disc.disc.outline',
  'segmentation.cup_area': 'disc.cup.area',
  'segmentation.cup_percent': 'disc.cup.percent',
  'segmentation.cup_outline': 'disc.cup.outline',
  'segmentation.odr_percent': 'disc.odr',
  'segmentation.vcdr': 'vcdr',
  'segmentation.disc_center': 'disc_centre',
  'segmentation.fovea_center': 'fovea_centre',
  'segmentation.fd_dist': 'macula.fd_dist',
  'segmentation.fd_dist_dd': 'macula.fd_dist_dd',
  segmentation: 'disc',
  'lesion.measures': 'lesions',
  lesion: 'lesions',
}

/** By the last part of a field's name; a list has the unit of its name. */
const UNITS: Record<string, string> = {
  angle: '°',
  fovea_edge_distance: 'px',
  fovea_edge_distance_dd: 'DD',
  fd_dist: 'px',
  fd_dist_dd: 'DD',
  fovea_distance_dd: 'DD',
  fovea_center: 'px',
  disc_center: 'px',
  disc_outline: 'px',
  cup_outline: 'px',
  spots: 'px',
  disc_height: 'px',
  disc_area: 'px²',
  cup_area: 'px²',
  area: 'px²',
  exudation: '%',
  density: '%',
  percent: '%',
  disc_percent: '%',
  cup_percent: '%',
  odr_percent: '%',
  length: 'px',
  diameter: 'px',
  artery_diameter: 'px',
  vein_diameter: 'px',
  crae: 'px',
  crve: 'px',
  length_density: '1/px',
  curvature: '1/px',
  clock_hour: 'h',
  mm_per_px: 'mm/px',
}
const QUADRANT_DENSITY = /^vessel\.quadrants\./

/** The group of the findings goes for every field in it that is not named itself. */
function sourceOf(field: string): string {
  for (let name = field; name !== ''; name = parentOf(name)) {
    const source = SOURCES[name]
    if (source !== undefined) return source + field.slice(name.length)
  }
  return field
}

const parentOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('.')))

function unitOf(field: string): string {
  if (QUADRANT_DENSITY.test(field)) return '%'
  return UNITS[field.slice(field.lastIndexOf('.') + 1)] ?? '1'
}

/** Why a field is null: its own reason, or that of the group it is part of. */
function reasonOf(field: string, { not_measured, gradable }: FundusFindings): Reason {
  for (let name = sourceOf(field); name !== ''; name = parentOf(name)) {
    const reason = not_measured[name]
    if (reason) return reason
  }
  return gradable ? 'not_implemented' : 'not_gradable'
}

interface Told {
  not_measured: Record<string, Reason>
  units: Record<string, string>
  confidence: Record<string, Confidence>
}

/** A unit for every number of the report, a reason for every null, and how sure each is where that is known. */
export function tell(report: object, findings: FundusFindings): Told {
  const told: Told = { not_measured: {}, units: {}, confidence: {} }
  const visit = (field: string, value: unknown): void => {
    if (value === null) {
      told.not_measured[field] = reasonOf(field, findings)
      return
    }
    const confidence = findings.confidence[sourceOf(field)]
    if (confidence) told.confidence[field] = confidence
    if (typeof value === 'number' || isNumbers(value)) told.units[field] = unitOf(field)
    else if (typeof value === 'object' && !Array.isArray(value)) visitAll(value, field)
  }
  const visitAll = (group: object, name: string) => {
    for (const [field, value] of Object.entries(group)) {
      visit(name === '' ? field : `${name}.${field}`, value)
    }
  }
  visitAll(report, '')
  return told
}

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.flat().some((one) => typeof one === 'number')
