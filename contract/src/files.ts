import { z } from 'zod'
import { body, call } from './call.ts'
import { Instant } from './fields.ts'

export const UPLOAD_TYPES = [
  'fundus',
  'surface',
  'octa',
  'experience',
  'logo',
  'feedback',
  'news',
] as const
export type UploadType = (typeof UPLOAD_TYPES)[number]

export const getStsToken = call({
  method: 'GET',
  path: '/v1/oss/getStsToken',
  access: 'signed-in',
  body: body({ file_type: z.enum(UPLOAD_TYPES, 'not_allowed') }),
  data: z.object({
    sts_config: z.object({
      /** The address that takes the form: absolute for S3, else a path of this server. */
      url: z.string(),
      fields: z.record(z.string(), z.string()),
      /** Every `key` starts with this. */
      key_prefix: z.string(),
      max_bytes: z.int(),
      accept: z.array(z.string()),
      expires_at: Instant,
    }),
  }),
  summary: 'A presigned upload form',
})
