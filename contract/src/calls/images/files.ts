import { z } from 'zod'
import { body, call } from '../../wire/call.ts'
import { bounded, Instant } from '../../wire/fields.ts'
import { ModalityKey } from '../../wire/kinds.ts'

export const UPLOAD_TYPES = [
  ...ModalityKey.options,
  'experience',
  'logo',
  'feedback',
  'news',
  'patients',
] as const
export type UploadType = (typeof UPLOAD_TYPES)[number]

/** Ours: the end of the key. A form of a named file is for that key alone; an object store needs it. */
const FileName = bounded(z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/, 'wrong_type'), 100)

export const UploadForm = z.object({
  /** The address that takes the form: absolute for S3, else a path of this server. */
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  /** The `key` is this and a file name. The form takes one file, once. */
  key_prefix: z.string(),
  max_bytes: z.int(),
  accept: z.array(z.string()),
  expires_at: Instant,
})
export type UploadForm = z.infer<typeof UploadForm>

/** Files whose forms are asked for at once. */
export const FORMS_AT_ONCE = 50

export const getStsToken = call({
  method: 'GET',
  path: '/v1/oss/getStsToken',
  adds: true,
  access: 'signed-in',
  body: body({
    file_type: z.enum(UPLOAD_TYPES, 'not_allowed'),
    file_name: FileName.optional(),
  }),
  data: z.object({ sts_config: UploadForm }),
  summary: 'A presigned upload form for one file. It ends with the session',
})

export const askUploadForms = call({
  path: '/v1/oss/forms',
  adds: true,
  access: 'signed-in',
  body: body({
    file_type: z.enum(UPLOAD_TYPES, 'not_allowed'),
    file_names: z.array(FileName).min(1, 'required').max(FORMS_AT_ONCE, 'out_of_range'),
  }),
  data: z.object({
    /** Of the files in their order; of the first alone where the store counts a form as a file. */
    forms: z.array(UploadForm).min(1),
  }),
  summary: 'Ours: a presigned upload form for each file of a batch. They end with the session',
})
