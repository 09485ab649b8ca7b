import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { DATASET } from '../../wire/constants.ts'
import { filter, Id, Instant, required, SearchDate, withDates } from '../../wire/fields.ts'
import { EyeSource } from '../../findings/eye-source.ts'
import { Eye } from '../../findings/findings.ts'
import type { ModalityKey } from '../../wire/kinds.ts'
import { ADMINISTRATORS, CLINICIANS } from '../../wire/roles.ts'

/** The specification has pages and no calls of datasets: these calls are ours. */
const access = [...ADMINISTRATORS, ...CLINICIANS] as const

const YesNo = z.enum(['yes', 'no'], 'not_allowed')

/** The filters of a dataset. Each may be missing. */
const filters = (facets: readonly string[]) => ({
  start_date: SearchDate.optional(),
  end_date: SearchDate.optional(),
  collect_device: filter(64),
  img_type: z.union([z.literal(1), z.literal(2)], 'not_allowed').optional(),
  analysed: YesNo.optional(),
  gradable: YesNo.optional(),
  facet: z.enum(facets, 'not_allowed').optional(),
})

export const DatasetImage = z.object({
  /** Says nothing about patient, sitting or institution. */
  image: Id,
  thumb_url: z.string(),
  image_url: z.string(),
  width: z.int(),
  height: z.int(),
  /** A day in the own institution, a month for administrators. */
  recorded: z.string(),
  collect_device: z.string(),
  img_type: z.int().nullable(),
  analysed: z.boolean(),
  /** null where it was not analysed. */
  gradable: z.boolean().nullable(),
  eye: Eye.nullable(),
  eye_source: EyeSource.nullable(),
  facets: z.array(z.string()),
  /** A clinician corrected or drew something of it, and that holds. */
  by_clinician: z.boolean(),
  /** Its file says that words stand in it; it is neither shared nor exported until a clinician saw that they name nobody. */
  withheld: z.boolean(),
  /** Of the own institution: a clinician saw that they name nobody, and may take that back. */
  released: z.boolean(),
  /** Of the own institution only: where the photograph is filed. */
  filed: z.object({ pid: Id, rid: Id }).nullable(),
})
export type DatasetImage = z.infer<typeof DatasetImage>

/** The calls of the dataset of one kind of image. */
export function datasetCalls(key: ModalityKey, facets: readonly string[]) {
  const path = `/v1/dataset/${key}`
  return {
    list: call({
      path: `${path}/list`,
      access,
      body: withDates(
        body({
          ...filters(facets),
          /** What the answer before gave as `next`. */
          after: required(120).optional(),
          size: z
            .int('wrong_type')
            .min(1, 'out_of_range')
            .max(DATASET.pageSize, 'out_of_range')
            .default(DATASET.pageSize),
        }),
      ),
      data: z.object({
        rows: z.array(DatasetImage),
        next: z.string().nullable(),
        total_count: z.int(),
        total_more: z.boolean(),
        /** How many of them an export would hold: none that is withheld. */
        export_count: z.int(),
      }),
      summary: `Ours: photographs of a dataset (${key}), newest first`,
    }),
    export: call({
      path: `${path}/export`,
      blind: 'closed',
      adds: true,
      access,
      body: withDates(
        body({
          ...filters(facets),
          /** These photographs only. */
          images: z
            .array(Id)
            .min(1, 'images_count')
            .max(DATASET.pickedImages, 'out_of_range')
            .optional(),
        }),
      ),
      data: z.object({ export_id: Id }),
      summary: `Ours: make a ZIP of a selection of a dataset (${key})`,
    }),
    release: call({
      path: `${path}/release`,
      access: CLINICIANS,
      body: body({ image: Id, released: z.boolean('wrong_type') }),
      data: Nothing,
      summary: `Ours: say of a photograph whose file says that words stand in it that they name nobody (${key})`,
    }),
  }
}

export const DatasetExport = z.object({
  export_id: Id,
  dataset: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  /** A text in the reader's language. */
  reason: z.string().nullable(),
  created_at: Instant,
  expires_at: Instant,
  bytes: z.int().nullable(),
  /** A signed address, once it is done. */
  url: z.string().nullable(),
})
export type DatasetExport = z.infer<typeof DatasetExport>

export const listDatasetExports = call({
  path: '/v1/dataset/exports',
  access,
  body: body({}),
  data: z.object({ rows: z.array(DatasetExport) }),
  summary: 'Ours: the own exports of datasets, newest first',
})

export const removeDatasetExport = call({
  path: '/v1/dataset/removeExport',
  access,
  body: body({ export_id: Id }),
  data: Nothing,
  summary: 'Ours: stop or remove an own export',
})

/** A photograph that an institution shares, without any identity. The signature in the address is the permission. */
export const SHARED_IMAGE_PATH = '/v1/dataset/image'

/** The ZIP of an export, for as long as each photograph in it may be seen. The signature is the permission. */
export const EXPORT_FILE_PATH = '/v1/dataset/exportFile'

export const DATASET_ACTIONS = {
  'dataset.list': ['查看数据集', 'Open a dataset'],
  'dataset.export': ['导出数据集', 'Export a dataset'],
  'dataset.release': ['确认画面文字可共享', 'Confirm that text in a photograph identifies nobody'],
  'dataset.remove-export': ['删除数据集导出', 'Remove a dataset export'],
} as const
