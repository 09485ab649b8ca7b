import {
  DIAGNOSIS_CLASS,
  today,
  type Eye,
  type FundusFindings,
  type FundusReportData,
  type Reason,
} from '@mingmou/contract'
import type { OverlayFile } from '../analyses/service.ts'

/** A report as it was made: file keys where addresses will stand, and nothing that may change later. */
export type Snapshot = Omit<
  FundusReportData,
  'image_url' | 'overlays' | 'organization' | 'superseded_by' | 'revoked'
> & {
  image_key: string
  overlays: OverlayFile[]
  organization: { name: string; logo: string | null }
}

export interface Sources {
  report_no: string
  report_time: Date
  patient: { name: string; gender: 1 | 2; birthday: string; phone: string; ad_card_number: string }
  archive: { record_date: string; collect_device: string }
  institution: { name: string; logo: string | null }
  clinician: string
  image: {
    file_key: string
    sha256: string
    width: number
    height: number
    overlays: OverlayFile[]
  }
  /** As corrected by a clinician, if he did. */
  eye: Eye | null
  findings: FundusFindings
  opinion: string
  machine_opinion: string
}

const UNITS: Record<string, string> = {
  age: 'a',
  image_size: 'px',
  'iqa.image_score': '1',
  'iqa.fovea_edge_distance': 'px',
  'iqa.angle': '°',
  'DR.microaneurysms': '1',
  'DR.exudation': '1',
  'vessel.density': '%',
  'vessel.length': 'px',
  'vessel.length_density': '1/px',
  'vessel.diameter': 'px',
  'vessel.fractal_dimension': '1',
  'vessel.tortuosity': '1',
  'vessel.curvature': '1/px',
  'segmentation.disc_area': 'px²',
  'segmentation.disc_percent': '%',
  'segmentation.cup_area': 'px²',
  'segmentation.cup_percent': '%',
  'segmentation.odr': '1',
  'segmentation.odr_percent': '%',
  'segmentation.vcdr': '1',
  'segmentation.fovea_center': 'px',
  'segmentation.fd_dist': 'px',
}

/** Fields of the report, and what of the findings they rest on: its reason is theirs. */
const RESTS_ON: Record<string, string> = {
  eye: 'eye',
  'iqa.image_score': 'quality_score',
  'iqa.fovea_edge_distance': 'fovea_centre',
  'iqa.angle': 'fovea_centre',
  'iqa.standard': 'quality_score',
  'DR.DR': 'dr_grade',
  'DR.stage': 'dr_grade',
  'DR.microaneurysms': 'lesion_bool',
  'DR.exudation': 'lesion_bool',
  'segmentation.disc_area': 'disc_centre',
  'segmentation.disc_percent': 'disc_centre',
  'segmentation.cup_area': 'vcdr',
  'segmentation.cup_percent': 'vcdr',
  'segmentation.odr': 'vcdr',
  'segmentation.odr_percent': 'vcdr',
  'segmentation.vcdr': 'vcdr',
  'segmentation.fovea_center': 'fovea_centre',
  'segmentation.fd_dist': 'fovea_centre',
  'lesion.microaneurysms': 'lesion_bool',
  'lesion.haemorrhages': 'lesion_bool',
  'lesion.hard_exudates': 'lesion_bool',
  'lesion.soft_exudates': 'lesion_bool',
  glaucoma: 'vcdr',
}

/** Full years on a day; both `YYYY-MM-DD`. */
export function ageOn(day: string, birthday: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return Math.max(0, day.slice(5) < birthday.slice(5) ? years - 1 : years)
}

export function makeSnapshot(from: Sources): Snapshot {
  const { patient, archive, image, findings } = from
  const measured = measures(findings)
  return {
    report_no: from.report_no,
    diagnosis_class: DIAGNOSIS_CLASS.fundus,
    organization: from.institution,
    name: patient.name,
    gender: patient.gender,
    age: ageOn(archive.record_date, patient.birthday),
    phone: patient.phone,
    id: patient.ad_card_number,
    record_date: archive.record_date,
    collect_device: archive.collect_device,
    report_time: from.report_time.toISOString(),
    clinician: from.clinician,
    eye: from.eye,
    image_key: image.file_key,
    overlays: image.overlays,
    image_size: [image.width, image.height],
    gradable: findings.gradable,
    ...measured,
    not_measured: reasons({ eye: from.eye, ...measured }, findings),
    units: UNITS,
    opinion: from.opinion,
    machine_opinion: from.machine_opinion,
    model_versions: findings.model_versions,
    image_sha256: image.sha256,
  }
}

type Measures = Pick<Snapshot, 'iqa' | 'DR' | 'vessel' | 'segmentation' | 'lesion' | 'glaucoma'>

function measures(findings: FundusFindings): Measures {
  const { quality, vessel, disc_centre: disc, fovea_centre: fovea, dr_grade } = findings
  const usable = quality.standard === true ? 'good' : 'usable'
  const field = quality.field
  return {
    iqa: {
      image_score: findings.quality_score,
      image_quality: findings.gradable ? usable : 'reject',
      fovea_edge_distance:
        fovea && field ? field.diameter_px / 2 - distance(fovea, field.centre) : null,
      angle: fovea && disc ? discFoveaAngle(disc, fovea) : null,
      standard: quality.standard,
      reasons: quality.reasons,
    },
    DR: {
      DR: dr_grade === null ? null : dr_grade > 0,
      stage: dr_grade,
      microaneurysms: null,
      exudation: null,
    },
    vessel: {
      density: vessel?.density ?? null,
      length: vessel?.length ?? null,
      length_density: vessel?.length_density ?? null,
      diameter: vessel?.diameter ?? null,
      fractal_dimension: vessel?.fractal_dimension ?? null,
      tortuosity: vessel?.tortuosity ?? null,
      curvature: vessel?.curvature ?? null,
    },
    segmentation: {
      disc_area: null,
      disc_percent: null,
      cup_area: null,
      cup_percent: null,
      odr: null,
      odr_percent: null,
      vcdr: findings.vcdr,
      fovea_center: fovea,
      fd_dist: fovea && disc ? distance(disc, fovea) : null,
    },
    lesion: {
      microaneurysms: null,
      haemorrhages: null,
      hard_exudates: null,
      soft_exudates: null,
    },
    glaucoma: null,
  }
}

type Xy = readonly [number, number]

const distance = (a: Xy, b: Xy) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Of the line from disc to fovea against the horizontal, degrees; negative where the fovea lies lower. */
function discFoveaAngle(disc: Xy, fovea: Xy): number {
  return (-Math.atan2(fovea[1] - disc[1], Math.abs(fovea[0] - disc[0])) * 180) / Math.PI
}

/** Why each field of the report that is null is null. */
function reasons(report: object, findings: FundusFindings): Record<string, Reason> {
  const found: Record<string, Reason> = {}
  for (const [group, value] of Object.entries(report) as [string, unknown][]) {
    if (value === null) found[group] = reasonOf(group, findings)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    for (const [field, measure] of Object.entries(value)) {
      if (measure === null) found[`${group}.${field}`] = reasonOf(`${group}.${field}`, findings)
    }
  }
  return found
}

function reasonOf(field: string, { not_measured, gradable }: FundusFindings): Reason {
  const source = RESTS_ON[field] ?? field
  const general = gradable ? 'not_implemented' : 'not_gradable'
  return not_measured[source] ?? not_measured[source.split('.')[0] ?? ''] ?? general
}

/** `R`, the day in Shanghai and 128 random bits: the number opens the report's public page. */
export function reportNumber(now: Date, random: Uint8Array): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.padEnd(130, '0').match(/.{5}/g) ?? []
  const letters = groups.map((group) => alphabet.charAt(Number.parseInt(group, 2)))
  return `R${today(now).replaceAll('-', '')}-${letters.join('')}`
}
