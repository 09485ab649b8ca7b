import {
  reportEntry,
  LANGUAGES,
  type MODALITIES,
  MODALITY,
  ReportedPicture,
  reportOf,
  today,
  type Authorship,
  type Eye,
  type EyeSource,
  type Findings,
} from '@mingmou/contract'
import { z } from 'zod'
import type { OverlayFile } from '../sittings/overlays.ts'
import { annotate } from './names.ts'

const InBoth = z.record(z.enum(LANGUAGES), z.string())
/** A machine's text in both languages, as a report is read in either. */
export type InBoth = z.output<typeof InBoth>

type Row = (typeof MODALITIES)[number]
type AnyReport = ReturnType<typeof reportOf<typeof ReportedPicture.shape>>

/** A photograph of a stored report, with file keys in the place of addresses. */
const photographOf = (reported: typeof ReportedPicture) =>
  reported.omit({ image_url: true }).extend({
    image_key: z.string(),
    machine_opinion: InBoth,
    overlays: z.array(z.object({ name: z.string(), key: z.string() })),
  })
/** What those of every modality have. */
export type SnapshotPhotograph = z.output<ReturnType<typeof photographOf>>

const snapshotOf = (reported: typeof ReportedPicture, report: AnyReport) => {
  const photograph = photographOf(reported)
  return report.omit({ image_url: true, standing: true }).extend({
    ...photograph.shape,
    fellow: photograph.nullable(),
    patient_opinion: InBoth.nullable(),
  })
}
export type Snapshot = z.output<ReturnType<typeof snapshotOf>>

/** A stored report of a modality: file keys in the place of addresses, and nothing that may change later. */
export const storedOf = ({ reported, report }: Row): z.ZodType<Snapshot> =>
  // Each has the fields of any report, and its own.
  snapshotOf(reported as z.ZodObject as typeof ReportedPicture, report as z.ZodObject as AnyReport)

/** A photograph that a report is made of. */
export interface Photograph {
  image: {
    image_index: number
    file_key: string
    sha256: string
    /** Of the file as it was received; null of images from before it was kept. */
    upload_sha256: string | null
    width: number
    height: number
    overlays: OverlayFile[]
  }
  /** As a clinician or the file stated it, otherwise as the machine found it. */
  eye: Eye | null
  eye_source: EyeSource | null
  machine_eye: Eye | null
  findings: Findings
  corrections: ReportedPicture['corrections']
  drawn: ReportedPicture['drawn']
  section: NonNullable<ReportedPicture['section']> | null
  machine_opinion: InBoth
}

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
  photograph: Photograph
  /** The photograph of OS, where `photograph` is of OD and the report is of both. */
  fellow: Photograph | null
  image_count: number
  opinion: string
  authorship: Authorship
  patient_opinion: InBoth | null
  left_out: Snapshot['left_out']
  outcomes: Snapshot['outcomes']
  treatments: Snapshot['treatments']
  next_step?: Snapshot['next_step']
}

/** Full years on a day; both `YYYY-MM-DD`. */
export function ageOn(day: string, birthday: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return Math.max(0, day.slice(5) < birthday.slice(5) ? years - 1 : years)
}

export function makeSnapshot(from: Sources): Snapshot {
  const { patient, archive } = from
  const photograph = reportedOf(from.photograph)
  return {
    report_no: from.report_no,
    diagnosis_class: MODALITY[from.photograph.findings.modality].class,
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
    image_count: from.image_count,
    left_out: from.left_out,
    outcomes: from.outcomes,
    treatments: from.treatments,
    ...photograph,
    units: { age: 'a', ...photograph.units },
    fellow: from.fellow && reportedOf(from.fellow),
    next_step: from.next_step ?? null,
    opinion: from.opinion,
    opinion_origin: from.authorship.origin,
    opinion_share: from.authorship.share,
    patient_opinion: from.patient_opinion,
  }
}

/** What a report says of a photograph. */
export function reportedOf(from: Photograph): SnapshotPhotograph {
  const { image, findings } = from
  const modality = reportEntry(findings.modality)
  const path = (name: string) =>
    image.overlays.find((overlay) => overlay.name === name)?.key ?? null
  const { eye_source, machine_eye } = from
  const eye_confidence = eye_source === 'machine' ? findings.eye_confidence : null
  const found = {
    eye: from.eye,
    scale: findings.scale,
    ...modality.part(findings, path),
  }
  const { units, ...annotations } = annotate(found, findings)
  return {
    eye_confidence,
    eye_source,
    machine_eye,
    image_key: image.file_key,
    overlays: image.overlays,
    image_size: [image.width, image.height],
    image_index: image.image_index,
    gradable: findings.gradable,
    ...found,
    ...annotations,
    units: {
      image_size: '{px}',
      ...(eye_confidence !== null && { eye_confidence: '1' as const }),
      ...units,
    },
    machine_opinion: from.machine_opinion,
    model_versions: findings.model_versions,
    corrections: from.corrections,
    drawn: from.drawn,
    ...(from.section && { section: from.section }),
    image_sha256: image.upload_sha256 ?? image.sha256,
    sha256_of: image.upload_sha256 === null ? 'stored' : 'received',
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
