import { z } from 'zod'
import { KnownSitting } from './archives.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { BATCH, BODY_BYTES, PHOTOGRAPH_TABLE } from '../../wire/constants.ts'
import { FOUND_BY, LEFT_TO_HAND } from '../../files/evidence.ts'
import { bounded, Gender, Id, Instant, PastDate, required, UploadKey } from '../../wire/fields.ts'
import { Eye } from '../../findings/findings.ts'
import { ModalityKey } from '../../wire/kinds.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const found = <const Reasons extends readonly [string, ...string[]]>(reasons: Reasons) =>
  z.object({ by: z.enum(FOUND_BY).nullable(), left: z.enum(reasons).nullable() })

export const BatchEvidence = z.object({
  patient: found(LEFT_TO_HAND.patient),
  eye: found(LEFT_TO_HAND.eye),
  record_date: found(LEFT_TO_HAND.record_date),
  /** What the file says of its patient, as it stands there. */
  said: z.object({
    number: z.string(),
    name: z.string(),
    birthday: z.string(),
    /** The character set by which the name makes sense, where the file declares another one or none. */
    name_set: z.string().optional(),
    gender: Gender.nullable().optional(),
  }),
  /** The kind of image that the DICOM data contradict, as it stands there; null where they do not. */
  other_kind: z.string().nullable(),
})
export type BatchEvidence = z.infer<typeof BatchEvidence>

const BatchPatient = z.object({
  pid: Id,
  name: z.string(),
  ad_card_number: z.string(),
  gender: Gender,
  birthday: z.string(),
})
export type BatchPatient = z.infer<typeof BatchPatient>

export const BatchFile = z.object({
  key: z.string(),
  modality: ModalityKey,
  file_name: z.string(),
  thumb_url: z.string(),
  patient: BatchPatient.nullable(),
  eye: Eye.nullable(),
  record_date: z.string().nullable(),
  evidence: BatchEvidence,
  /** Patients of the name that the file says. A name is no proof: a person confirms one of them. */
  suggestions: z.array(BatchPatient),
  /** The newest sitting that has the photograph already. */
  known: KnownSitting.nullable(),
  /** It stands in this archive. */
  filed: Id.nullable(),
  /** That filing can still be taken back. */
  revocable: z.boolean(),
  received_at: Instant,
  /** The patient of the order whose accession number the file says, where that is another one than was chosen. */
  ordered: BatchPatient.pick({ pid: true, name: true, ad_card_number: true }).nullable(),
  /** The device that sent it to the institution; null of a file that the caller uploaded. */
  device: z.string().nullable(),
})
export type BatchFile = z.infer<typeof BatchFile>

const keys = z
  .array(UploadKey)
  .min(1, 'required')
  .max(BATCH.files + BATCH.ofDevices, 'batch_count')
const rows = z.object({ rows: z.array(BatchFile) })

/** What a row of a table says of a file: the number of its patient, its eye and its day; empty where it says none. */
const TableSays = z.strictObject({
  number: bounded(z.string(), 64),
  eye: z.union([Eye, z.literal('')], 'not_allowed'),
  record_date: z.union([PastDate, z.literal('')], 'not_allowed'),
})
export type TableSays = z.infer<typeof TableSays>

const TableRow = TableSays.extend({
  /** As the spreadsheet numbers it. */
  line: z.int(),
  /** The name of a file; empty where the row names none. */
  file: z.string(),
  /** In words, what is wrong with its cells: those say nothing then. */
  faults: z.array(z.string()),
})
export type PhotographRow = z.infer<typeof TableRow>

export const readPhotographTable = call({
  path: '/v1/batch/readTable',
  access: CLINICIANS,
  bodyBytes: 6 * PHOTOGRAPH_TABLE.chars + 1024,
  body: body({
    content: bounded(
      z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'not_allowed'),
      PHOTOGRAPH_TABLE.chars,
    ),
  }),
  data: z.object({ rows: z.array(TableRow), ignored: z.array(z.string()) }),
  summary: 'Ours: read a table that says of whom photographs are; nothing of it is kept',
})

export const addBatchFile = call({
  path: '/v1/batch/add',
  adds: true,
  access: CLINICIANS,
  body: body({
    modality: ModalityKey,
    key: UploadKey,
    /** The name that the file has on the computer it comes from. */
    name: required(255),
    /** What a table that came with it says of it. */
    table: TableSays.optional(),
  }),
  data: BatchFile,
  summary:
    'Ours: read an uploaded file of a batch: its patient, eye and day as far as it proves them',
})

export const listBatch = call({
  path: '/v1/batch/list',
  access: CLINICIANS,
  body: body({}),
  data: rows,
  summary:
    'Ours: the files of the own batch, those that were filed too, for a day, and those that devices sent',
})

export const setBatchFiles = call({
  path: '/v1/batch/set',
  access: CLINICIANS,
  // Keys of a whole list, each of up to 250 letters.
  bodyBytes: 2 * BODY_BYTES,
  body: body({ keys, pid: Id.optional(), eye: Eye.optional(), record_date: PastDate.optional() }),
  data: rows,
  summary: 'Ours: set patient, eye or day of files of the own batch by hand',
})

export const dropBatchFiles = call({
  path: '/v1/batch/drop',
  access: CLINICIANS,
  // Keys of a whole list, each of up to 250 letters.
  bodyBytes: 2 * BODY_BYTES,
  body: body({ keys }),
  data: Nothing,
  summary: 'Ours: take files off the own batch; what was filed stays filed',
})

export const BATCH_ACTIONS = {
  'batch.read-table': ['读取照片对照表', 'Read a table of photographs'],
  'batch.add': ['读取批量上传的文件', 'Read a file of a batch'],
  'batch.list': ['查看批量上传', 'Open the batch'],
  'batch.set': ['填写批量上传的患者、眼别或日期', 'Set patient, eye or date of files of a batch'],
  'batch.drop': ['移出批量上传', 'Remove files from the batch'],
  'batch.receive': ['设备发来文件', 'Receive a file from a device'],
} as const
