import { LANGUAGES, MODALITIES, MODALITY, today, type Eye, type Findings } from '@mingmou/contract'
import { z } from 'zod'
import type { OverlayFile } from '../analyses/service.ts'
import { tell } from './names.ts'

const InBoth = z.record(z.enum(LANGUAGES), z.string())
/** A text of the machine in both languages: a report is read in either. */
export type InBoth = z.output<typeof InBoth>

const snapshotOf = ({ report }: (typeof MODALITIES)[number]) =>
  report.omit({ image_url: true, superseded_by: true, revoked: true }).extend({
    image_key: z.string(),
    machine_opinion: InBoth,
    patient_opinion: InBoth.nullable(),
    overlays: z.array(z.object({ name: z.string(), key: z.string() })),
  })

/** A report as it was made: file keys where addresses will stand, and nothing that may change later. */
export const Snapshot = z.union(MODALITIES.map(snapshotOf))
export type Snapshot = z.output<typeof Snapshot>

export interface Sources {
  report_no: string
  report_time: Date
  patient: {
    name: string
    gender: 1 | 2
    birthday: string
    phone: string | null
    ad_card_number: string
  }
  archive: { record_date: string; collect_device: string }
  institution: { name: string; logo: string | null }
  clinician: string
  image: {
    image_index: number
    file_key: string
    sha256: string
    width: number
    height: number
    overlays: OverlayFile[]
  }
  /** As corrected by a clinician, if he did. */
  eye: Eye | null
  eye_corrected: boolean
  findings: Findings
  image_count: number
  opinion: string
  opinion_origin: Snapshot['opinion_origin']
  machine_opinion: InBoth
  patient_opinion: InBoth | null
}

/** Full years on a day; both `YYYY-MM-DD`. */
export function ageOn(day: string, birthday: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return Math.max(0, day.slice(5) < birthday.slice(5) ? years - 1 : years)
}

export function makeSnapshot(from: Sources): Snapshot {
  const { patient, archive, image, findings } = from
  const modality = MODALITY[findings.modality]
  const path = (name: string) => image.overlays.find((one) => one.name === name)?.key ?? null
  const age = ageOn(archive.record_date, patient.birthday)
  const image_size: Snapshot['image_size'] = [image.width, image.height]
  const eye_confidence = from.eye_corrected ? null : findings.eye_confidence
  const found = {
    eye: from.eye,
    scale: findings.scale,
    ...modality.part(findings, path),
  }
  const { units, ...told } = tell(found, findings)
  return {
    report_no: from.report_no,
    diagnosis_class: modality.class,
    organization: from.institution,
    name: patient.name,
    gender: patient.gender,
    age,
    phone: patient.phone,
    id: patient.ad_card_number,
    record_date: archive.record_date,
    collect_device: archive.collect_device,
    report_time: from.report_time.toISOString(),
    clinician: from.clinician,
    eye_confidence,
    image_key: image.file_key,
    overlays: image.overlays,
    image_size,
    image_index: image.image_index,
    image_count: from.image_count,
    gradable: findings.gradable,
    ...found,
    ...told,
    units: {
      age: 'a',
      image_size: '{px}',
      ...(eye_confidence !== null && { eye_confidence: '1' }),
      ...units,
    },
    opinion: from.opinion,
    opinion_origin: from.opinion_origin,
    machine_opinion: from.machine_opinion,
    patient_opinion: from.patient_opinion,
    model_versions: findings.model_versions,
    image_sha256: image.sha256,
  }
}

/** `R`, the day in Shanghai and 128 random bits: the number opens the report's public page. */
export function reportNumber(now: Date, random: Uint8Array): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.padEnd(130, '0').match(/.{5}/g) ?? []
  const letters = groups.map((group) => alphabet.charAt(Number.parseInt(group, 2)))
  return `R${today(now).replaceAll('-', '')}-${letters.join('')}`
}
