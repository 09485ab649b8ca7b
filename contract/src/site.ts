import { z } from 'zod'
import { body, call } from './call.ts'
import { Instant } from './fields.ts'

export const getStatistics = call({
  method: 'GET',
  path: '/v1/diagnostic/getStatistics',
  access: 'public',
  body: body({}),
  data: z.object({ imageNumber: z.object({ all: z.int() }) }),
  summary: 'Live figures for the home page',
})

export interface Area {
  id: string
  name: string
  children?: Area[] | undefined
}
const Area: z.ZodType<Area> = z.object({
  id: z.string(),
  name: z.string(),
  get children() {
    return z.array(Area).optional()
  },
})

export const areaAll = call({
  method: 'GET',
  path: '/v1/area/all',
  access: 'public',
  body: body({}),
  data: z.object({ areas: z.array(Area) }),
  summary: 'Provinces, cities and districts of GB/T 2260',
})

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
