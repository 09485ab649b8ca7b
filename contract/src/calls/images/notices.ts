import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { MAX_PAGE_SIZE, BELL } from '../../wire/constants.ts'
import { Id, Instant } from '../../wire/fields.ts'
import { ModalityKey } from '../../wire/kinds.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const path = '/v1/notices'

/**
 * The end of an analysis that the account asked for, or of a batch of a trial user (`anal_id`). The page words it, in
 * the language of its reader.
 */
const KeptNotice = z.object({
  analysis_record_id: Id,
  pid: Id,
  name: z.string(),
  image_id: Id,
  anal_id: Id.nullable(),
  modality: ModalityKey,
  status: z.enum(['done', 'failed']),
  ended_at: Instant,
  is_read: z.boolean(),
})
export type KeptNotice = z.infer<typeof KeptNotice>

/** Of the main account: a device left its band. It is read where the device is opened. */
const DriftNotice = z.object({
  alarm_id: Id,
  drift_id: Id,
  /** Empty where sittings name no device. */
  device: z.string(),
  told_at: Instant,
  is_read: z.boolean(),
})
export type DriftNotice = z.infer<typeof DriftNotice>

/** Whose certificate ends: of a destination that asks for ours, or of what receives here. */
export const CERTIFICATE_OF = ['destination', 'dicom', 'hl7'] as const

/**
 * Of the main account: a certificate ends soon, or has ended. It is told anew some days before the end, and at the end, and
 * is gone once another one is in use.
 */
const CertificateNotice = z.object({
  /** Of the destination; of what receives here the word of `of`. */
  id: z.string(),
  of: z.enum(CERTIFICATE_OF),
  /** Of the destination; else empty. */
  name: z.string(),
  until: Instant,
  told_at: Instant,
  is_read: z.boolean(),
})
export type CertificateNotice = z.infer<typeof CertificateNotice>

export const countNotices = call({
  path: `${path}/count`,
  access: 'signed-in',
  body: body({}),
  data: z.object({ unread: z.int() }),
  summary: 'Ours: how many notices of the own account are unread',
})

export const listNotices = call({
  path: `${path}/list`,
  access: [...CLINICIANS, '5'],
  body: body({
    size: z
      .int('wrong_type')
      .min(1, 'out_of_range')
      .max(MAX_PAGE_SIZE, 'out_of_range')
      .default(BELL.shown),
  }),
  data: z.object({
    rows: z.array(KeptNotice),
    more: z.boolean(),
    drift: z.array(DriftNotice),
    certificates: z.array(CertificateNotice),
  }),
  summary: `Ours: notices of the own account of the last ${BELL.keptDays} days, newest first`,
})

export const readNotices = call({
  path: `${path}/read`,
  access: 'signed-in',
  /** Of one archive, or all. */
  body: body({ image_id: Id.optional() }),
  data: Nothing,
  summary: 'Ours: notices of the own account have been read',
})

export const NOTICE_ACTIONS = {
  'notice.list': ['查看通知', 'Open notifications'],
} as const
