import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { bounded, Id, Instant, page, required, shortText, total } from '../../wire/fields.ts'
import { networks } from '../../wire/networks.ts'
import { DiagnosisClass, ModalityKey } from '../../wire/kinds.ts'
import { CLINICIANS, MAIN_ACCOUNT } from '../../wire/roles.ts'

/** Devices of an institution, addresses of a device, and echo tests of an institution. */
export const DEVICES = {
  most: 100,
  addresses: 8,
  echoes: { count: 30, windowSeconds: 600 },
  /** So long a filing by a device or of its file can be taken back. */
  takeBackDays: 30,
} as const

/** The value of an AE title (PS3.5): up to 16 of these signs, blanks within. */
const AeTitle = bounded(
  z
    .string()
    .min(1, 'required')
    .regex(
      /^[\x21-\x5b\x5d-\x7e](?:[\x20-\x5b\x5d-\x7e]{0,14}[\x21-\x5b\x5d-\x7e])?$/,
      'ae_title_format',
    ),
  16,
  'ae_title_format',
)
const OwnAeTitle = bounded(
  z
    .string()
    .min(1, 'required')
    .regex(/^[A-Z0-9_-]{1,16}$/, 'own_ae_title_format'),
  16,
  'own_ae_title_format',
)
/** What went wrong with a device last. */
export const DEVICE_FAULTS = [
  /** It called from an address that is not listed. */
  'address',
  /** It sends nothing that is taken. */
  'classes',
  /** The disk or the limit of the institution is full. */
  'full',
  /** What it sent is no DICOM, or not what it said. */
  'dataset',
  /** It fell silent, or sent more than one file may have. */
  'cut',
  /** Too many associations of it at once. */
  'busy',
] as const
export const DeviceFault = z.enum(DEVICE_FAULTS)
export type DeviceFault = z.infer<typeof DeviceFault>

const Device = z.object({
  device_id: Id,
  name: z.string(),
  ae_title: z.string(),
  addresses: z.array(z.string()),
  port: z.int().nullable(),
  modality: ModalityKey,
  collect_device: z.string(),
  img_type: z.union([z.literal(1), z.literal(2)]).nullable(),
  heard_at: Instant.nullable(),
  fault: DeviceFault.nullable(),
  fault_at: Instant.nullable(),
})
export type Device = z.infer<typeof Device>

const fields = {
  name: required(40),
  ae_title: AeTitle,
  addresses: networks(DEVICES.addresses).min(1, 'required'),
  port: z.int('wrong_type').min(1, 'out_of_range').max(65_535, 'out_of_range').optional(),
  /** The kind of image of its archives, the device that they name, and the type of pupil or scan. */
  modality: ModalityKey,
  collect_device: shortText,
  img_type: z.union([z.literal(1), z.literal(2)], 'not_allowed').optional(),
}

export const listDevices = call({
  path: '/v1/devices/list',
  access: MAIN_ACCOUNT,
  body: body({ ...page }),
  data: z.object({
    rows: z.array(Device),
    ...total,
    /** What devices call this institution; the port that they call, null where nothing listens. */
    called: z.object({ ae_title: z.string(), port: z.int().nullable(), tls: z.boolean() }),
  }),
  summary: 'Ours: the devices that may send to the institution, and what they call',
})

export const addDevice = call({
  path: '/v1/devices/add',
  access: MAIN_ACCOUNT,
  body: body(fields),
  data: z.object({ device_id: Id }),
  summary: 'Ours: register a device that sends photographs by DICOM',
})

export const setDevice = call({
  path: '/v1/devices/set',
  access: MAIN_ACCOUNT,
  body: body({ device_id: Id, ...fields }),
  data: Nothing,
  summary: 'Ours: change a device',
})

export const deleteDevice = call({
  path: '/v1/devices/delete',
  access: MAIN_ACCOUNT,
  body: body({ device_id: Id }),
  data: Nothing,
  summary: 'Ours: take a device off. What it sent stays',
})

export const setCalledTitle = call({
  path: '/v1/devices/setTitle',
  access: MAIN_ACCOUNT,
  body: body({ ae_title: OwnAeTitle }),
  data: Nothing,
  summary: 'Ours: change the AE title that devices call the institution by',
})

export const ECHO_OUTCOMES = ['answered', 'refused', 'silent', 'not_asked'] as const

export const echoDevice = call({
  path: '/v1/devices/echo',
  access: MAIN_ACCOUNT,
  body: body({ device_id: Id }),
  data: z.object({ outcome: z.enum(ECHO_OUTCOMES) }),
  summary: 'Ours: ask a device for an echo (C-ECHO) at its address and port',
})

/** Where a file of the inbox stands. */
export const RECEIVED_STATES = [
  /** It came a moment ago. */
  'coming',
  /** It waits for a person. */
  'waiting',
  'filed',
  /** A document, or a file of which no picture can be made: the reason says which. */
  'kept',
  /** A person took it off. */
  'dropped',
] as const
export const ReceivedState = z.enum(RECEIVED_STATES)
export type ReceivedState = z.infer<typeof ReceivedState>

const ReceivedFile = z.object({
  /** Of the file that a device sent, or of the upload. */
  id: z.string(),
  /** A document, which is filed as a patient's. */
  is_document: z.boolean(),
  /** The device that sent it, or the person who uploaded it. */
  source: z.string(),
  by_device: z.boolean(),
  received_at: Instant,
  state: ReceivedState,
  /** Why it is kept as it is, as an encoded message; null where there is no reason. */
  reason: z.string().nullable(),
  /** What the file says of its patient, as it stands there. */
  said: z.object({ number: z.string(), name: z.string(), birthday: z.string() }),
  /** The archive that it is filed in, or the patient of a document. */
  filed: z
    .object({
      /** null: a document, which is in no archive. */
      rid: Id.nullable(),
      pid: Id,
      name: z.string(),
      diagnosis_class: DiagnosisClass.nullable(),
      record_date: z.string().nullable(),
      /** A person may still take the filing back. */
      revocable: z.boolean(),
    })
    .nullable(),
  /** A signed address of the document, or else of the file as it came; it is saved, not shown. null: an upload. */
  url: z.string().nullable(),
})
export type ReceivedFile = z.infer<typeof ReceivedFile>

export const listReceived = call({
  path: '/v1/received/list',
  access: CLINICIANS,
  body: body({ ...page, state: ReceivedState.optional() }),
  data: z.object({ rows: z.array(ReceivedFile), ...total, waiting: z.int() }),
  summary:
    'Ours: the files that devices sent and those of the own batches, newest first, and how many wait',
})

export const fileDocument = call({
  path: '/v1/received/fileDocument',
  access: CLINICIANS,
  /** Without a patient it is nobody's any more. */
  body: body({ received_id: Id, pid: Id.optional() }),
  data: Nothing,
  summary: 'Ours: file a document that a device sent as a patient’s, or take that back',
})

const PatientDocument = z.object({
  received_id: Id,
  device: z.string(),
  received_at: Instant,
  /** A signed address; the document is saved, not shown. */
  url: z.string(),
})
export type PatientDocument = z.infer<typeof PatientDocument>

export const listDocuments = call({
  path: '/v1/received/documents',
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: z.object({ rows: z.array(PatientDocument) }),
  summary: 'Ours: the documents of a patient that devices sent, newest first',
})

export const takeBackReceived = call({
  path: '/v1/received/takeBack',
  access: CLINICIANS,
  body: body({ rid: Id }),
  data: Nothing,
  summary:
    'Ours: take back the filing of a sitting whose photographs came through the inbox, for 30 days',
})

export const RECEIVED_ACTIONS = {
  'received.document': ['归档设备发来的文档', 'File a document received from a device'],
  'received.documents': ['查看患者的外来文档', 'List external documents of a patient'],
  'received.list': ['查看收件箱', 'Open the inbox'],
  'received.take-back': ['撤回归档', 'Undo a filing'],
} as const

export const DEVICE_ACTIONS = {
  'device.list': ['查看设备登记', 'List the devices of the institution'],
  'device.add': ['登记设备', 'Register a device'],
  'device.set': ['修改设备登记', 'Change a device'],
  'device.delete': ['移除设备登记', 'Remove a device'],
  'device.set-title': ['修改本机构的设备接收标题', 'Change the AE title of the institution'],
  'device.echo': ['测试设备连通', 'Test the connection to a device'],
} as const
