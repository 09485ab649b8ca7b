import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import {
  freeText,
  filter,
  Gender,
  GivenPassword,
  Id,
  ImageIndex,
  Instant,
  Order,
  required,
  thumbnail,
  Version,
} from '../../wire/fields.ts'
import { CorrectedValue, Judgement, REASON_LENGTH } from '../../findings/corrections.ts'
import { EyeSource } from '../../findings/eye-source.ts'
import { Drawing, DRAWN_STATES, Mask, MASK_BODY_BYTES } from '../../findings/drawings.ts'
import { Brief, Eye, Quality, REFERRALS, ReviewReason } from '../../findings/findings.ts'
import { Registration } from '../../findings/registration.ts'
import type { CommonFindings } from '../../findings/common.ts'
import type { ViewerEntry } from '../../modalities/entry.ts'
import { DiagnosisClass, ModalityKey } from '../../wire/kinds.ts'
import { OPINION_CHARS } from './report-drafts.ts'
import { ReadingState } from './readings.ts'
import { CLINICIANS } from '../../wire/roles.ts'
import { ReportedEye } from '../../report/data.ts'
import { ChosenStep } from '../../report/next-step.ts'
import { STATED_OF_EYE } from '../../report/stated-of-eye.ts'
import { RecordedTreatment, Treated } from '../../findings/treatments.ts'

export const ANALYSIS_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const AnalysisStatus = z.enum(ANALYSIS_STATUSES)
export type AnalysisStatus = z.infer<typeof AnalysisStatus>

const ReportRef = z.object({ report_id: Id, report_no: z.string() })

export const diagnosticPatients = call({
  path: '/v1/diagnostic/patients',
  access: CLINICIANS,
  body: body({ keyword: filter(64), oid: Id.optional() }),
  data: z.object({
    data: z.array(
      z.object({
        pid: Id,
        name: z.string(),
        ad_card_number: z.string(),
        gender: Gender,
        birthday: z.string(),
      }),
    ),
  }),
  summary: 'Patients of the own institution for the workspace, at most 50',
})

/** One eye of a sitting, by the worst of its gradable photographs. */
export const EyeSummary = z.object({
  /** null for photographs whose eye is unknown. */
  eye: Eye.nullable(),
  photographs: z.int(),
  gradable: z.int(),
  stage: z.int().nullable(),
  /** Of an eye without a stage: the worst stage of a photograph, beyond which another one leaves more open. */
  at_least: z.int().nullable(),
  /** Of an eye without a stage: suspected lesions count in a photograph of it. */
  lesions: z.boolean(),
  /** null for an eye without a gradable photograph. */
  referral: z.enum(REFERRALS).nullable(),
  /** Why the eye is to be looked at; `referral` is the worst of them. */
  reasons: z.array(ReviewReason),
  /** Two photographs have stages that contradict each other. */
  contradicts: z.boolean(),
  /** Of a modality without stages, where an image was gradable. */
  found: Brief.nullish(),
  /** A clinician stated that it was treated, or scars are suspected. */
  treated: Treated.nullish(),
  /** What of the eye a clinician stated, as it is told. */
  stated: z.array(z.enum(STATED_OF_EYE)),
  /** What the machine alone says, where a clinician's correction changed it. */
  machine: z
    .object({ gradable: z.int(), stage: z.int().nullable(), contradicts: z.boolean() })
    .nullable(),
})
export type EyeSummary = z.infer<typeof EyeSummary>

/** The newest analysed sitting of a patient, of a kind of image whose eyes have a stage. */
export const LastResult = z.object({
  modality: ModalityKey,
  record_date: z.string(),
  eyes: z.array(EyeSummary),
})
export type LastResult = z.infer<typeof LastResult>

const analysisRow = <Stage extends z.ZodType>(stage: Stage) =>
  z.object({
    /** The archive. */
    image_id: Id,
    record_date: z.string(),
    collect_device: z.string(),
    created_at: Instant,
    image_count: z.int(),
    thumb_url: z.string(),
    /** The newest analysis of the archive, if there is one. */
    analysis_record_id: Id.nullable(),
    anal_id: Id.nullable(),
    status: AnalysisStatus.nullable(),
    progress: z.number(),
    stage: stage.nullable(),
    /** OD, OS and photographs of an unknown eye; empty until the analysis ends. */
    eyes: z.array(EyeSummary),
    reports: z.array(ReportRef),
  })

const Overlays = z.array(z.object({ name: z.string(), url: z.string(), color: z.string() }))

const analysedImage = <Findings extends z.ZodType<CommonFindings>>(findings: Findings) =>
  z.object({
    image_index: z.int(),
    file_name: z.string(),
    width: z.int(),
    height: z.int(),
    eye: Eye.nullable(),
    eye_confidence: z.number().nullable(),
    /** null where no eye is known. */
    eye_source: EyeSource.nullable(),
    /** What the machine alone found. */
    machine_eye: Eye.nullable(),
    /** Size in the file, where its pixels were no squares and were made so, px; absent where they were. */
    resampled: z.object({ width: z.int(), height: z.int() }).nullish(),
    image_url: z.string(),
    thumb_url: z.string(),
    quality: Quality.nullable(),
    /**
     * Maps are 8-bit grey PNGs with the proportions of the image. 128 is the threshold and `color` the colour to draw.
     * A map with the name of a lesion holds as many connected spots as `data` counts.
     */
    overlays: Overlays,
    /** With what clinicians drew and the values that they corrected; `drawn` and `judgements` have the machine's. */
    data: findings.nullable(),
    /** Everything that was drawn on the image, the newest first. */
    drawings: z.array(Drawing),
    /** Of an image on which drawings hold: whether they are measured, and the machine's findings and maps of the layers drawn. */
    drawn: z
      .object({ state: z.enum(DRAWN_STATES), machine: findings, overlays: Overlays })
      .nullable(),
    /** Every value that may be corrected, in the order of the modality's entry. */
    judgements: z.array(Judgement),
    /** Its eye by all photographs of the sitting, as a report says it; null where it was not analysed. */
    of_eye: ReportedEye.nullable(),
    /** The reason why this image could not be analysed. */
    error: z.string().nullable(),
    /** The machine's draft, in the language of the request. */
    opinion: z.string(),
    model_versions: z.record(z.string(), z.string()),
    reports: z.array(ReportRef),
  })

/** How well an image can be read, told while its sitting is analysed: what is measured then may still speak against it. */
export const FirstLook = z.object({
  image_index: z.int(),
  ...Quality.pick({ gradable: true, reasons: true }).shape,
})
export type FirstLook = z.infer<typeof FirstLook>

const analysisResult = <Image extends z.ZodType, Stage extends z.ZodType>(
  image: Image,
  stage: Stage,
) =>
  z.object({
    analysis_record_id: Id,
    image_id: Id,
    can_add_diagnose: z.boolean(),
    anal_id: Id,
    status: AnalysisStatus,
    progress: z.number(),
    stage,
    /** Ours: of the images that were looked at, while it runs; empty before and after. */
    looks: z.array(FirstLook).default([]),
    /** Why it failed. */
    reason: z.string().nullable(),
    /** The draft for the whole sitting, in the language of the request; null for a single photograph. */
    patient_opinion: z.string().nullable(),
    /** Treatments of the retina that the complications of the patient record; none of a kind of image without stages. */
    treatments: z.array(RecordedTreatment),
    /** Reports of both eyes. */
    reports: z.array(ReportRef),
    /** What the sitting waits for before a report; null where no rule asks for readings. */
    readings: ReadingState.nullish(),
    left: z.array(image),
    right: z.array(image),
    other: z.array(image),
  })

/** The calls of one kind of analysis. */
export function analysisCalls<
  Findings extends z.ZodType<CommonFindings>,
  const Stages extends readonly string[],
>({
  key,
  findings,
  stages,
  correctable,
  drawable,
}: {
  key: ModalityKey
  findings: Findings
  stages: Stages
  correctable: ViewerEntry['correctable']
  drawable: ViewerEntry['drawable']
}) {
  const path = `/v1/${key}-analysis`
  const stage = z.enum<['queued', ...Stages, 'saving']>(['queued', ...stages, 'saving'])
  return {
    list: call({
      path: `${path}/list`,
      access: CLINICIANS,
      body: body({ pid: Id, ...thumbnail, order: Order }),
      data: z.object({ rows: z.array(analysisRow(stage)) }),
      summary: `Archives of a patient (${key}) with their newest analysis`,
    }),
    result: call({
      method: 'GET',
      path: `${path}/result`,
      access: CLINICIANS,
      body: body({ analysis_record_id: Id, uid: Id }),
      data: analysisResult(analysedImage(findings), stage),
      summary: 'Status and result of an analysis',
    }),
    predictions: call({
      path: `${path}/predictions`,
      adds: true,
      access: CLINICIANS,
      body: body({ image_id: Id, uid: Id }),
      data: z.object({
        analysis_record_id: Id,
        flash_error: z.array(
          z.object({ image_index: z.int(), file_name: z.string(), msg: z.string() }),
        ),
      }),
      summary: 'Queue the analysis of an archive, or answer the one that runs',
    }),
    cancel: call({
      path: `${path}/cancel`,
      access: CLINICIANS,
      body: body({ analysis_record_id: Id }),
      data: Nothing,
      summary: 'Ours: cancel a queued or running analysis',
    }),
    register: call({
      path: `${path}/register`,
      adds: true,
      access: CLINICIANS,
      body: body({
        analysis_record_id: Id,
        image_index: ImageIndex,
        after_record_id: Id,
        after_index: ImageIndex,
      }),
      data: z.object({
        status: z.enum(['queued', 'done', 'failed']),
        /** Null until it is done. */
        registration: Registration.nullable(),
      }),
      summary:
        'Ours: lay an analysed picture of an eye over an earlier one, queued at the first asking; an event tells the end',
    }),
    correct: call({
      path: `${path}/correct`,
      access: CLINICIANS,
      body: body({
        analysis_record_id: Id,
        image_index: ImageIndex,
        /** One of `judgements`. */
        field: z.enum(Object.keys(correctable), 'not_allowed'),
        /** null withdraws what was stated. */
        value: CorrectedValue.nullable(),
        /** May be empty where nothing that the machine says is contradicted and the image does not show the value. */
        reason: freeText(REASON_LENGTH),
        /** The newest statement that the caller has seen; null for none. */
        replaces: Id.nullable(),
      }),
      data: Nothing,
      summary: "Ours: a clinician's correction of one value; the machine's findings stay",
    }),
    draw: call({
      path: `${path}/draw`,
      adds: true,
      access: CLINICIANS,
      bodyBytes: MASK_BODY_BYTES,
      body: body({
        analysis_record_id: Id,
        image_index: ImageIndex,
        layer: z.enum(
          drawable.map(({ name }) => name),
          'not_allowed',
        ),
        /** Of the size of the image's maps, one px of it for a place; null withdraws what was drawn. */
        mask: Mask.nullable(),
        /** The newest drawing of the layer that the caller has seen; null for none. */
        replaces: Id.nullable(),
      }),
      data: Nothing,
      summary:
        "Ours: what a clinician drew in the place of a map or a place; it is measured at once, and the machine's findings stay",
    }),
  }
}

/** What a report is of. */
const reported = {
  patient_id: Id,
  analysis_id: Id,
  analysis_type: DiagnosisClass,
  diagnostic_opinion: required(OPINION_CHARS),
  image_index: ImageIndex,
  /** Ours: a photograph of the other eye, for one report of both. */
  fellow_index: ImageIndex.optional(),
}

export const checkReportLetters = call({
  path: '/v1/diagnostic/check-letters',
  access: CLINICIANS,
  /** The next step as it would be signed: its letters to patient and clinic print its words. */
  body: body({ ...reported, next_step: ChosenStep.optional() }),
  data: z.object({
    missing: z.array(z.object({ character: z.string(), code: z.string() })),
  }),
  summary:
    'Ours: the characters of a report and of its letters that a PDF cannot print, before it is signed',
})

export const createReport = call({
  path: '/v1/diagnostic/create-report',
  adds: true,
  access: CLINICIANS,
  body: body({
    uid: Id,
    ...reported,
    /** Ours: the draft that is signed, as the caller saw it. It is gone after. */
    draft_id: Id.optional(),
    version: Version,
    /** Ours: the newest report that the caller knows, empty for none. Refused where another is newer. */
    supersedes: z.union([Id, z.literal('')], 'wrong_type').optional(),
    /** Ours: the own password, where the institution asks for it at signing. */
    password: GivenPassword.optional(),
    /** Ours: what is to become of the patient. Required where the institution runs recall, refused elsewhere. */
    next_step: ChosenStep.optional(),
  }),
  data: z.object({ report_no: z.string(), report_id: Id }),
  summary:
    'Sign the report of one analysed image, or of one of each eye. The same opinion again answers the same report',
})
