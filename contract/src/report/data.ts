import { z } from 'zod'
import { HASHED, OPINION_ORIGINS } from '../wire/constants.ts'
import { Gender, Instant } from '../wire/fields.ts'
import { ReportStanding } from './standing.ts'
import { RecordedTreatment, Treated } from '../findings/treatments.ts'
import { ReportedCorrection } from '../findings/corrections.ts'
import { ReportedDrawings } from '../findings/drawings.ts'
import { EyeSource } from '../findings/eye-source.ts'
import type { FigureRows } from '../findings/figure-rows.ts'
import { Unit } from '../findings/figure-table.ts'
import { withLaterReported } from '../findings/later-figures.ts'
import {
  Brief,
  Confidence,
  Eye,
  Reason,
  REFERRALS,
  ReviewReason,
  Scale,
  worstReferral,
} from '../findings/findings.ts'
import { DiagnosisClass } from '../wire/kinds.ts'
import { SectionBox } from '../findings/section.ts'
import { SignedStep } from './next-step.ts'
import { STATED_OF_EYE, statedOfEye, type StatedOfEye } from './stated-of-eye.ts'

/** What a report of any modality says of one picture. */
export const ReportedPicture = z.object({
  eye: Eye.nullable(),
  /** Of the machine's finding; null where the eye is not the machine's. */
  eye_confidence: z.number().nullable(),
  /** null where no eye is known, or where an earlier report does not say. */
  eye_source: EyeSource.nullable(),
  /** What the machine alone found. */
  machine_eye: Eye.nullable(),
  image_url: z.string(),
  overlays: z.array(z.object({ name: z.string(), url: z.string(), color: z.string() })),
  image_size: z.tuple([z.int(), z.int()]),
  /** Place of the picture in its sitting. */
  image_index: z.int(),
  /** Without it lengths are px of the image and disc diameters. */
  scale: Scale.nullable(),
  gradable: z.boolean(),
  confidence: z.record(z.string(), Confidence),
  not_measured: z.record(z.string(), Reason),
  units: z.record(z.string(), Unit),
  /** The machine's draft as it stood when the report was made, in the language of the request. */
  machine_opinion: z.string(),
  model_versions: z.record(z.string(), z.string()),
  /** Values above that a clinician stated in the place of the machine's. */
  corrections: z.array(ReportedCorrection),
  /** Figures above rest on what clinicians drew; null where they drew nothing. */
  drawn: ReportedDrawings.nullable(),
  /** All of the above is of a part of the picture that a clinician confirmed; absent where it is of the whole. */
  section: z
    .object({
      clinician: z.string(),
      made_at: Instant,
      /** Earlier reports do not say where it lies. */
      box: SectionBox.nullish(),
    })
    .nullish(),
  image_sha256: z.string(),
  /** Of the file as it was received, or of the picture that is stored of it. */
  sha256_of: z.enum(HASHED),
})
export type ReportedPicture = z.infer<typeof ReportedPicture>

/** An eye of the report by the worst of its gradable photographs, whichever of them the report shows. */
export const EyeOutcome = z.object({
  eye: Eye.nullable(),
  /** Of a modality that has stages. */
  stage: z.int().min(0).max(4).nullable(),
  /** The photograph that gave the stage. */
  stage_index: z.int().nullable(),
  /** Of an eye without a stage: the worst stage of a photograph, beyond which another one leaves more open. */
  at_least: z.int().min(1).max(4).nullable().default(null),
  /** Of an eye without a stage: suspected lesions count in a photograph of it. */
  lesions: z.boolean().default(false),
  /** Of a modality without stages, where an image was gradable. */
  found: Brief.nullish(),
  /** Null where no photograph of the eye could be judged. */
  referral: z.enum(REFERRALS).nullable(),
  /** Why the eye is to be looked at; `referral` is the worst of them. */
  reasons: z.array(ReviewReason),
  /** Suspected; null where none could be looked for. */
  oedema: z.boolean().nullable(),
  /** A clinician stated that it was treated, or scars are suspected. */
  treated: Treated.nullish(),
  /** What of the eye a clinician stated, as it is told. */
  stated: z.array(z.enum(STATED_OF_EYE)).default([]),
  /** What the machine alone says, where a clinician's correction changed it. */
  machine: z
    .object({
      stage: z.int().nullable(),
      referral: z.enum(REFERRALS).nullable(),
      oedema: z.boolean().nullable(),
    })
    .nullable(),
})
export type EyeOutcome = z.infer<typeof EyeOutcome>

/** The outcome as the report itself says it: with the photographs that gave oedema and suspicion. */
export const ReportedEye = EyeOutcome.extend({
  /** The photograph that keeps the eye without a stage. */
  open_index: z.int().nullable(),
  oedema_index: z.int().nullable(),
  /** The highest suspicion of its photographs, one of GLAUCOMA_BANDS. */
  glaucoma: z.string().nullable(),
  glaucoma_index: z.int().nullable(),
  /** Suspected beside diabetic retinopathy; null where a photograph of it was not looked at for that. */
  other_disease: z.boolean().nullable().default(null),
  /** The photograph that makes another disease suspected. */
  other_index: z.int().nullish(),
})
export type ReportedEye = z.infer<typeof ReportedEye>

/**
 * A report of a modality: what it says of a picture, and what every report says. A null has its reason in `not_measured`, a
 * number its unit in `units`, and what the machine is unsure of its `confidence`, all by dotted names. A report of both eyes
 * says of OD what a report of one eye says, and the same of OS in `fellow`.
 */
export const reportOf = <
  Shape extends z.ZodRawShape,
  // The inferred answer has it too.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  const Class extends DiagnosisClass = DiagnosisClass,
>(
  reported: z.ZodObject<Shape>,
  ...name: Class[]
) =>
  reported.extend({
    report_no: z.string(),
    diagnosis_class: z.literal(name.length > 0 ? name : (DiagnosisClass.options as Class[])),
    organization: z.object({ name: z.string(), logo: z.string().nullable() }),
    name: z.string(),
    gender: Gender,
    /** Years, on the day of the record. */
    age: z.int(),
    /** null where nobody recorded one. */
    phone: z.string().nullable(),
    /** The patient's card number; masked like the phone for a visitor who is not signed in. */
    id: z.string(),
    record_date: z.string(),
    collect_device: z.string(),
    report_time: Instant,
    clinician: z.string(),
    fellow: reported.nullable(),
    /** Photographs of the sitting. */
    image_count: z.int(),
    /** Photographs of the sitting that the report does not show. */
    left_out: z.array(
      z.object({ image_index: z.int(), eye: Eye.nullable(), gradable: z.boolean() }),
    ),
    /** Of every eye that the report shows. */
    outcomes: z.array(ReportedEye),
    /** Treatments of the retina that the complications of the patient recorded when the report was made. */
    treatments: z.array(RecordedTreatment).default([]),
    /** What is to become of the patient; null where the institution runs no recall, and of earlier reports. */
    next_step: SignedStep.nullable().default(null),
    /** The clinician's opinion. */
    opinion: z.string(),
    opinion_origin: z.enum(OPINION_ORIGINS),
    /** Of a changed draft, the share of its characters that is another text. */
    opinion_share: z.number().nullable(),
    /** The machine's view of the whole sitting, where it has several photographs. */
    patient_opinion: z.string().nullable(),
    standing: ReportStanding,
  })

interface Stored {
  [name: string]: unknown
  fellow?: Stored | null
  outcomes?: object[]
}

/**
 * Versions before the second knew no corrections, those before the third no drawings. Those before the fifth have the
 * hash of the picture that is stored, and of an eye that was stated not who stated it.
 */
const withLater = (stored: Stored, rows: FigureRows): Stored =>
  withLaterReported(
    { corrections: [], drawn: null, sha256_of: 'stored', ...eyeOf(stored), ...stored },
    rows,
  )

/** The machine is never certain: an eye without its doubt was stated. */
function eyeOf({ eye, eye_confidence: sure }: Stored) {
  const isMachines = typeof eye === 'string' && typeof sure === 'number' && sure < 1
  return { eye_source: isMachines ? 'machine' : null, machine_eye: isMachines ? eye : null }
}

/** The outcome of an eye in a report from before reasons were kept: those that follow from what it says. */
export function upgradeOutcome<Eye extends object>(eye: Eye) {
  const { stage, referral, oedema } = { ...NO_OUTCOME, ...eye }
  const reasons: ReviewReason[] = [
    ...((stage ?? 0) >= 2 ? [{ reason: 'stage', referral: 'referable' } as const] : []),
    ...(oedema ? [{ reason: 'oedema', referral: 'referable' } as const] : []),
  ]
  const told = worstReferral(reasons.map((reason) => reason.referral)) ?? 'none'
  const rest: ReviewReason[] =
    referral === null
      ? [{ reason: 'ungradable', referral: 'review' }]
      : referral === told || referral === 'none'
        ? []
        : [{ reason: 'other', referral }]
  const later = { machine: null, open_index: null, at_least: null, lesions: false, stated: [] }
  return { ...later, reasons: [...reasons, ...rest], ...eye }
}

const NO_OUTCOME: Pick<EyeOutcome, 'stage' | 'referral' | 'oedema'> = {
  stage: null,
  referral: null,
  oedema: null,
}

/** A report of an earlier version, of a modality with these figures. */
export function upgradeReport(
  { fellow = null, outcomes = [], ...stored }: Stored,
  rows: FigureRows,
): Stored {
  const first = withLater(stored, rows)
  const second = fellow && withLater(fellow, rows)
  return {
    opinion_share: null,
    ...first,
    fellow: second,
    outcomes: outcomes
      .map((eye) => ({ stated: statedBefore(eye, second ? [first, second] : [first]), ...eye }))
      .map(upgradeOutcome),
  }
}

/** Reports from before outcomes said what is stated keep the corrections of the photographs that they show. */
function statedBefore(eye: object, pictures: readonly Stored[]): StatedOfEye[] {
  const told = { ...NO_OUTCOME, eye: null, glaucoma: null, other_disease: null, ...eye }
  const own = pictures.filter((picture) => picture['eye'] === told.eye)
  const stated = statedOfEye(
    told,
    own.flatMap(({ corrections }) => corrections as ReportedCorrection[]),
  )
  // The machine refers from stage 2 on, and with oedema.
  const mustBe = told.referral === 'none' && ((told.stage ?? 0) >= 2 || told.oedema === true)
  return mustBe && !stated.includes('referral') ? [...stated, 'referral'] : stated
}
