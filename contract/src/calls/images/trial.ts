import { z } from 'zod'
import { AnalysisStatus } from './analyses.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { BODY_BYTES, EXPERIENCE_REQUEST_SIZE, TRIAL } from '../../wire/constants.ts'
import { GivenPassword, Id, Instant, page, pageOf, required, UploadKey } from '../../wire/fields.ts'
import { DiabeticPhotograph } from '../../modalities/fundus/report-data.ts'
import { FactorCode } from '../accounts/second-factor.ts'
import { Stage } from '../../modalities/table.ts'

const TRIAL_USERS = ['5'] as const

/** The keys of a whole batch, however long each is. */
const bodyBytes = 2 * BODY_BYTES

const size = page.size.default(EXPERIENCE_REQUEST_SIZE)

const TrialFile = z.object({
  /** Its place in the batch. */
  image_index: z.int(),
  /** The name that the file has on the computer it came from. */
  file_name: z.string(),
  thumb_url: z.string(),
  status: AnalysisStatus,
  /** Why it cannot be judged; null where it can, or where that is not known yet. */
  error: z.string().nullable(),
  /** Ours: for the progress that the live connection tells. */
  analysis_record_id: Id,
  stage: Stage.nullable(),
  /** 0-1 */
  progress: z.number(),
})
export type TrialFile = z.infer<typeof TrialFile>

const batch = {
  anal_id: Id,
  created_at: Instant,
  /** Photographs that can be judged. */
  success_count: z.int(),
  total_count: z.int(),
  /** Ours: photographs whose analysis has ended, in whatever way. */
  ended_count: z.int(),
  /** Ours: on this day its photographs are deleted. */
  deleted_on: z.string(),
}

const TrialBatch = z.object({ ...batch, file_list: z.array(TrialFile) })
export type TrialBatch = z.infer<typeof TrialBatch>

export const listTrialBatches = call({
  path: '/v1/experience/list',
  access: TRIAL_USERS,
  body: body({ uid: Id, ...page, size }),
  data: pageOf(TrialBatch).extend({
    /** Batches that have ended with a photograph that can be judged. */
    success_count: z.int(),
  }),
  summary: 'Batches of photographs of the own trial account, the newest first',
})

export const uploadTrialBatch = call({
  path: '/v1/experience/upload',
  adds: true,
  access: TRIAL_USERS,
  body: body({
    uid: Id,
    file_list: z
      .array(UploadKey)
      .min(1, 'trial_batch_count')
      .max(TRIAL.perBatch, 'trial_batch_count'),
  }),
  bodyBytes,
  data: z.object({ anal_id: Id }),
  summary:
    'Analyse uploaded photographs as one batch. A second call with them answers the same batch',
})

export const locateTrialBatch = call({
  path: '/v1/experience/getPage',
  access: TRIAL_USERS,
  body: body({ uid: Id, anal_id: Id, size }),
  data: z.object({
    page_num: z.int(),
    /** From 0, on that page. */
    index: z.int(),
  }),
  summary: 'The place of a batch in the list',
})

const TrialResult = TrialFile.extend({
  /** What is said of diabetic eye disease; null where the analysis has not ended or failed. */
  photograph: DiabeticPhotograph.nullable(),
})
export type TrialResult = z.infer<typeof TrialResult>

export const TrialReport = z.object({
  ...batch,
  /** The worst first. What cannot be judged stands before what shows nothing. */
  images: z.array(TrialResult),
})
export type TrialReport = z.infer<typeof TrialReport>

export const getTrialReport = call({
  path: '/v1/experience/getReport',
  access: TRIAL_USERS,
  body: body({ uid: Id, anal_id: Id }),
  data: z.object({ report_data: TrialReport }),
  summary: 'What the analysis says of every photograph of a batch about diabetic eye disease',
})

/** A photograph that was accepted and belongs to no batch yet. */
const AcceptedPhotograph = z.object({
  key: z.string(),
  /** SHA-256 of the uploaded file, by which a page knows it again. */
  sha256: z.string().nullable(),
  file_name: z.string(),
  thumb_url: z.string(),
})
export type AcceptedPhotograph = z.infer<typeof AcceptedPhotograph>

export const addTrialPhotograph = call({
  path: '/v1/experience/add',
  adds: true,
  access: TRIAL_USERS,
  body: body({ key: UploadKey, name: required(255) }),
  data: AcceptedPhotograph,
  summary:
    'Ours: check and keep an uploaded photograph for the next batch. A second call answers the same',
})

export const listTrialPhotographs = call({
  path: '/v1/experience/accepted',
  access: TRIAL_USERS,
  body: body({}),
  data: z.object({
    rows: z.array(AcceptedPhotograph),
    /** How many more photographs are accepted today. */
    left_today: z.int(),
  }),
  summary: 'Ours: photographs that were accepted and belong to no batch yet',
})

export const dropTrialPhotographs = call({
  path: '/v1/experience/drop',
  access: TRIAL_USERS,
  body: body({
    keys: z.array(UploadKey).min(1, 'trial_batch_count').max(TRIAL.perBatch, 'trial_batch_count'),
  }),
  bodyBytes,
  data: Nothing,
  summary: 'Ours: delete photographs that were accepted and belong to no batch yet',
})

export const deleteTrialBatches = call({
  path: '/v1/experience/del',
  access: TRIAL_USERS,
  body: body({ uid: Id, anal_id: Id.optional() }),
  data: Nothing,
  summary:
    'Ours: delete a batch with its photographs and results, or, where none is named, everything of the account',
})

export const deleteTrialAccount = call({
  path: '/v1/experience/delAccount',
  access: TRIAL_USERS,
  body: body({ uid: Id, password: GivenPassword, code: FactorCode.optional() }),
  data: Nothing,
  summary: 'Ours: delete the trial account that calls, with its photographs and results',
})
