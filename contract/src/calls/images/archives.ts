import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { BODY_BYTES, IMAGE_LIMITS } from '../../wire/constants.ts'
import { DIFFERING, FileSays } from '../../files/evidence.ts'
import {
  FilesPath,
  Id,
  ImageIndex,
  Instant,
  Order,
  PastDate,
  required,
  Sha256,
  shortText,
  thumbnail,
  UploadKeys,
} from '../../wire/fields.ts'
import { Eye } from '../../findings/findings.ts'
import { DiagnosisClass, type ModalityKey } from '../../wire/kinds.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const fields = {
  record_date: PastDate,
  collect_device: shortText,
}

/** An archive of another kind, by the class of its modality. */
const OtherArchive = z.object({ diagnosis_class: DiagnosisClass, rid: Id, record_date: z.string() })

export const ArchiveImage = z.object({
  image_index: z.int(),
  file_name: z.string(),
  width: z.int(),
  height: z.int(),
  /** Signed addresses, valid for 15 minutes. */
  image_url: z.string(),
  thumb_url: z.string(),
  /** Where the image was filed as another kind; it stays here too. Those that were deleted are left out. */
  filed_as: z.array(OtherArchive),
  /** The archive that it was filed from. */
  filed_from: OtherArchive.nullable(),
})

/** The newest sitting of any patient that has the photograph already. */
export const KnownSitting = z.object({ pid: Id, name: z.string(), record_date: z.string() })
export type KnownSitting = z.infer<typeof KnownSitting>

/** `data` of a refusal of repeated photographs. `sitting` is null where the photograph is twice in this archive. */
export const RefusedRepeats = z.object({
  repeats: z.array(z.object({ key: z.string(), sitting: KnownSitting.nullable() })),
})
export type RefusedRepeats = z.infer<typeof RefusedRepeats>

/** The calls of one kind of archive. An archive is one sitting with 1-20 images. */
export function archiveCalls<Fields extends z.ZodRawShape, Once extends z.ZodRawShape>({
  key,
  archive,
}: {
  key: ModalityKey
  archive: { fields: Fields; once: Once }
}) {
  const path = `/v1/${key}`
  const Archive = z.object({
    rid: Id,
    pid: Id,
    record_date: z.string(),
    collect_device: z.string(),
    ...archive.fields,
    created_at: Instant,
    images: z.array(ArchiveImage),
  })
  return {
    list: call({
      path: `${path}/listByPid`,
      access: CLINICIANS,
      body: body({ pid: Id, ...thumbnail, order: Order }),
      data: z.object({ rows: z.array(Archive) }),
      summary: `Archives of a patient (${key}), newest record first`,
    }),
    create: call({
      path: `${path}/create`,
      adds: true,
      access: CLINICIANS,
      // Names of twenty files, each of up to 255 letters of any script.
      bodyBytes: 2 * BODY_BYTES,
      body: body({
        pid: Id,
        ...fields,
        ...archive.fields,
        files_path: FilesPath,
        ...archive.once,
        /**
         * Ours. Photographs that the institution has already are refused, except the files of `files_path` listed here.
         * Without the list nothing is compared, because the specified call has no such question.
         */
        repeated: UploadKeys.optional(),
        /**
         * Ours. A file whose own data name another person, eye or day is refused. What a person has seen of that and
         * confirmed, for each file of `files_path` at its place.
         */
        confirmed: z
          .array(z.array(z.enum(DIFFERING, 'not_allowed')).max(DIFFERING.length, 'out_of_range'))
          .max(IMAGE_LIMITS.perArchive, 'images_count')
          .optional(),
        /** Ours. The eye of each file of `files_path` as a person stated it, null where nobody did. */
        eyes: z.array(Eye.nullable()).max(IMAGE_LIMITS.perArchive, 'images_count').optional(),
        /** Ours. The name of each file of `files_path` on the computer that it comes from: a key has no Chinese. */
        names: z.array(required(255)).max(IMAGE_LIMITS.perArchive, 'images_count').optional(),
        /** Ours. One of many sittings filed together: those filed singly are analysed before it. */
        batch: z.boolean('wrong_type').optional(),
        /**
         * Ours. The images join the sitting of this patient, day, device and type where there is one without a signed
         * report and with room for all of them. The answer then names it.
         */
        join: z.boolean('wrong_type').optional(),
      }),
      data: z.object({ rid: Id }),
      summary: `Make an archive of uploaded images (${key})`,
    }),
    known: call({
      path: `${path}/known`,
      access: CLINICIANS,
      body: body({
        sha256: z.array(Sha256).min(1, 'images_count').max(IMAGE_LIMITS.perArchive, 'images_count'),
      }),
      data: z.object({ rows: z.array(KnownSitting.extend({ sha256: z.string() })) }),
      summary: `Ours: which of these files the own institution has already (${key})`,
    }),
    says: call({
      path: `${path}/says`,
      access: CLINICIANS,
      body: body({ pid: Id, files_path: FilesPath }),
      /** A row for each DICOM file among them. */
      data: z.object({ rows: z.array(FileSays) }),
      summary: `Ours: what uploaded files say of patient, eye and day, beside this patient, before they are saved (${key})`,
    }),
    fileHere: call({
      path: `${path}/fileHere`,
      adds: true,
      access: CLINICIANS,
      body: body({
        /** An archive of another kind. */
        rid: Id,
        image_indexes: z
          .array(ImageIndex)
          .min(1, 'images_count')
          .max(IMAGE_LIMITS.perArchive, 'images_count'),
        ...fields,
        ...archive.fields,
        ...archive.once,
      }),
      data: z.object({ rid: Id }),
      summary: `Ours: file images of an archive of another kind as one of this (${key}) and analyse them; they stay there too`,
    }),
    set: call({
      path: `${path}/set`,
      access: CLINICIANS,
      body: body({ rid: Id, ...fields, ...archive.fields }),
      data: Nothing,
      summary: `Change date, device or type of an archive (${key})`,
    }),
    delete: call({
      path: `${path}/delete`,
      access: CLINICIANS,
      body: body({ rid: Id }),
      data: Nothing,
      summary: `Delete an archive (${key}); its reports stay`,
    }),
  }
}

export const ARCHIVE_READ_ACTIONS = {
  'archive.list': ['查看图像档案', 'Open imaging sessions'],
} as const

export const UPLOAD_ACTIONS = {
  'archive.known': ['查找相同影像', 'Check for identical images'],
  'archive.says': ['核对上传文件所写的患者', 'Compare uploaded files with the patient'],
  'archive.add': ['上传影像', 'Upload images'],
  'archive.join': ['为已有检查补充影像', 'Add images to an imaging session'],
} as const

export const ARCHIVE_ACTIONS = {
  'archive.file-elsewhere': ['将影像归入另一类别', 'File images as another kind'],
  'archive.set': ['修改图像档案', 'Change an imaging session'],
  'archive.delete': ['删除图像档案', 'Delete an imaging session'],
} as const
