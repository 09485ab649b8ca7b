import { z } from 'zod'
import { body, call, Nothing } from './call.ts'
import { FilesPath, Id, Instant, shortText, Order, PastDate, thumbnail } from './fields.ts'
import { CLINICIANS } from './roles.ts'

/** The three kinds of image, as paths and upload types name them. */
export const MODALITIES = ['fundus', 'surface', 'octa'] as const
export type Modality = (typeof MODALITIES)[number]
/** `diagnosis_class` and `analysis_type` of calls and reports. */
export const DIAGNOSIS_CLASS = { fundus: '1', surface: '2', octa: '3' } as const satisfies Record<
  Modality,
  string
>
export const DiagnosisClass = z.enum(['1', '2', '3'], 'not_allowed')

const ImgType = z.union([z.literal(1), z.literal(2)], 'not_allowed')

/** Stated for all images of the archive; what a DICOM file says of itself goes before it. */
const MmPerPx = z.number('scale_range').positive('scale_range').max(1, 'scale_range')

const fields = {
  record_date: PastDate,
  collect_device: shortText,
  img_type: ImgType,
}

export const ArchiveImage = z.object({
  image_index: z.int(),
  file_name: z.string(),
  width: z.int(),
  height: z.int(),
  /** Signed addresses, valid for 15 minutes. */
  image_url: z.string(),
  thumb_url: z.string(),
})

const Archive = z.object({
  rid: Id,
  pid: Id,
  record_date: z.string(),
  collect_device: z.string(),
  img_type: ImgType,
  created_at: Instant,
  images: z.array(ArchiveImage),
})
export type Archive = z.infer<typeof Archive>

/** The calls of one kind of archive; an archive is one sitting with 1-20 images. */
function archiveCalls(modality: Modality) {
  const path = `/v1/${modality}` as const
  return {
    list: call({
      path: `${path}/listByPid`,
      access: CLINICIANS,
      body: body({ pid: Id, ...thumbnail, order: Order }),
      data: z.object({ rows: z.array(Archive) }),
      summary: `Archives of a patient (${modality}), newest record first`,
    }),
    create: call({
      path: `${path}/create`,
      access: CLINICIANS,
      body: body({ pid: Id, ...fields, files_path: FilesPath, mm_per_px: MmPerPx.optional() }),
      data: z.object({ rid: Id }),
      summary: `Make an archive of uploaded images (${modality})`,
    }),
    set: call({
      path: `${path}/set`,
      access: CLINICIANS,
      body: body({ rid: Id, ...fields }),
      data: Nothing,
      summary: `Change date, device or type of an archive (${modality})`,
    }),
    delete: call({
      path: `${path}/delete`,
      access: CLINICIANS,
      body: body({ rid: Id }),
      data: Nothing,
      summary: `Delete an archive (${modality}); its reports stay`,
    }),
  }
}
export const fundusArchive = archiveCalls('fundus')
