import { z } from 'zod'
import { body, call } from '../../wire/call.ts'
import { FEEDBACK, FEEDBACK_PAGE_SIZE } from '../../wire/constants.ts'
import { isFeedbackClass } from './feedback-classes.ts'
import {
  bounded,
  ComingDate,
  Id,
  Instant,
  page,
  required,
  StatusMap,
  total,
  UploadKey,
} from '../../wire/fields.ts'
import { ADMINISTRATORS } from '../../wire/roles.ts'

const path = '/v1/feedback'

/** A time that a client states. */
const Time = Instant.max(40, 'wrong_type')

const Class = bounded(z.string('wrong_type'), 1, 'not_allowed')
/** Category and topic of the table of feedback. */
const TypeClass = z
  .array(Class, 'wrong_type')
  .min(2, 'required')
  .max(2, 'not_allowed')
  .refine((given) => given.length !== 2 || isFeedbackClass(given), 'not_allowed')
/** A category alone, or with a topic. An empty filter finds all. */
const TypeClassFilter = z
  .array(Class, 'wrong_type')
  .max(2, 'not_allowed')
  .refine((given) => given.length === 0 || isFeedbackClass(given), 'not_allowed')
  .optional()

const FeedbackKeys = z
  .array(UploadKey, 'wrong_type')
  .max(FEEDBACK.files, 'attachments_count')
  .optional()

export const sendFeedbackForms = call({
  path: `${path}/uploadForms`,
  adds: true,
  access: 'public',
  body: body({
    count: z.int('wrong_type').min(1, 'attachments_count').max(FEEDBACK.files, 'attachments_count'),
  }),
  data: z.object({
    /** Each form takes one file under its key. */
    forms: z.array(
      z.object({ url: z.string(), fields: z.record(z.string(), z.string()), key: z.string() }),
    ),
    max_bytes: z.int(),
    expires_at: Instant,
  }),
  summary: 'Ours: presigned forms for attachments of feedback, with or without a sign-in',
})

export const commitFeedback = call({
  path: `${path}/commit`,
  adds: true,
  access: 'public',
  body: body({
    type_class: TypeClass,
    content: required(FEEDBACK.contentChars),
    /** An answer is mailed to it if it is an address. */
    contact: required(FEEDBACK.contactChars).optional(),
    /** Keys of uploads. Both fields together name the attachments. */
    attachment: FeedbackKeys,
    file_list: FeedbackKeys,
    /** The caller's own. Left out without a sign-in. */
    uid: Id.optional(),
    /** The day by which the sender wants an answer. */
    return_time: ComingDate.optional(),
  }),
  data: z.object({ fid: Id }),
  summary: 'Send feedback, with or without a sign-in',
})

/** 1 new, 2 processing, 3 finished. */
const FeedbackStatus = z.union([z.literal(1), z.literal(2), z.literal(3)], 'not_allowed')

const state = {
  status: FeedbackStatus,
  is_read: z.boolean(),
  processing_time: Instant.nullable(),
  finished_time: Instant.nullable(),
}

const FeedbackRow = z.object({
  fid: Id,
  type_class: z.array(z.string()),
  content: z.string(),
  file_count: z.int(),
  return_time: z.string().nullable(),
  created_at: Instant,
  ...state,
})
export type FeedbackRow = z.infer<typeof FeedbackRow>

export const FeedbackDetail = FeedbackRow.extend({
  contact: z.string().nullable(),
  /** The account that sent it; null for a visitor. */
  uid: Id.nullable(),
  sender: z.string().nullable(),
  file_list: z.array(
    z.object({
      file_id: Id,
      type: z.string(),
      size: z.int(),
      /** A signed address, valid for minutes. The browser saves the file and never shows it as a page. */
      url: z.string(),
    }),
  ),
  result: z.string().nullable(),
  processed_by: z.string().nullable(),
  finished_by: z.string().nullable(),
})
export type FeedbackDetail = z.infer<typeof FeedbackDetail>

export const listFeedback = call({
  path: `${path}/listByInfo`,
  access: ADMINISTRATORS,
  body: body({
    page: page.page,
    size: page.size.unwrap().default(FEEDBACK_PAGE_SIZE),
    type_class: TypeClassFilter,
    status: z
      .union([z.literal(1), z.literal(2), z.literal(3), z.literal('')], 'not_allowed')
      .optional(),
  }),
  data: z.object({
    feedbacks: z.array(FeedbackRow),
    ...total,
    statusMap: StatusMap,
    /** Of all feedback, without the filters. */
    unread_count: z.int(),
  }),
  summary: 'Feedback, newest first',
})

export const feedbackDetail = call({
  path: `${path}/detail`,
  access: ADMINISTRATORS,
  body: body({ fid: Id }),
  data: FeedbackDetail.extend({ statusMap: StatusMap }),
  summary: 'Open feedback, which marks it as read',
})

const Changed = z.object(state)

export const handleFeedback = call({
  path: `${path}/handle`,
  access: ADMINISTRATORS,
  body: body({
    fid: Id,
    uid: Id,
    /** Now, where it is left out. */
    processing_time: Time.optional(),
  }),
  data: Changed,
  summary: 'Mark feedback as processing, once. A refusal says how it stands (`stored`)',
})

export const finishFeedback = call({
  path: `${path}/finish`,
  access: ADMINISTRATORS,
  body: body({
    fid: Id,
    uid: Id,
    /** Now, where it is left out. */
    finished_time: Time.optional(),
    result: required(FEEDBACK.resultChars),
  }),
  data: Changed.extend({ result: z.string(), mailed: z.boolean() }),
  summary:
    'Finish feedback that is processing, once, with its result. It is mailed to the contact if that is an address',
})

export const FEEDBACK_ACTIONS = {
  'feedback.commit': ['提交反馈', 'Send feedback'],
  'feedback.open': ['查看反馈', 'Open feedback'],
  'feedback.handle': ['标记反馈为处理中', 'Mark feedback as in progress'],
  'feedback.finish': ['完成反馈处理', 'Close feedback'],
  'feedback.remove-contact': [
    '清除到期反馈的联系方式与附件',
    'Remove contact and attachments of old feedback',
  ],
} as const
