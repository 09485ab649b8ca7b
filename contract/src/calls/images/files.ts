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

export const getStsToken = call({
  method: 'GET',
  path: '/v1/oss/getStsToken',
  adds: true,
  access: 'signed-in',
  body: body({
    file_type: z.enum(UPLOAD_TYPES, 'not_allowed'),
    /** Ours: the end of the key. The form is for that key alone. An object store needs it. */
    file_name: bounded(
      z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/, 'wrong_type'),
      100,
    ).optional(),
  }),
  data: z.object({
    sts_config: z.object({
      /** The address that takes the form: absolute for S3, else a path of this server. */
      url: z.string(),
      fields: z.record(z.string(), z.string()),
      /** The `key` is this and a file name. The form takes one file, once. */
      key_prefix: z.string(),
      max_bytes: z.int(),
      accept: z.array(z.string()),
      expires_at: Instant,
    }),
  }),
  summary: 'A presigned upload form for one file. It ends with the session',
})
