import { z } from 'zod'
import { body, call } from './call.ts'
import { Instant } from './fields.ts'

export const UPLOAD_TYPES = ['fundus', 'surface', 'octa', 'experience', 'logo', 'feedback'] as const
export type UploadType = (typeof UPLOAD_TYPES)[number]

export const getStsToken = call({
  method: 'GET',
  path: '/v1/oss/getStsToken',
  access: 'signed-in',
  body: body({ file_type: z.enum(UPLOAD_TYPES, 'not_allowed') }),
  data: z.object({
    sts_config: z.object({
      /** Where the form is posted; absolute for S3, a path of this server else. */
      url: z.string(),
      fields: z.record(z.string(), z.string()),
      /** Every `key` must start with this. */
      key_prefix: z.string(),
      max_bytes: z.int(),
      accept: z.array(z.string()),
      expires_at: Instant,
    }),
  }),
  summary: 'A presigned upload form',
})
