import { z } from 'zod'
import { body, call, Nothing } from '../wire/call.ts'
import { bounded, Id, Instant, required } from '../wire/fields.ts'
import { CLINICIANS, MAIN_ACCOUNT } from '../wire/roles.ts'
import { Hl7Word } from './hl7.ts'

/** Destinations of an institution, echo tests of it, and how long a document is tried again. */
export const DESTINATIONS = {
  most: 20,
  echoes: { count: 30, windowSeconds: 600 },
  tryDays: 3,
} as const

/** How a destination is spoken to: C-STORE, STOW-RS, or HL7 v2 (ORU^R01 over MLLP). */
export const DESTINATION_KINDS = ['dicom', 'stow', 'hl7'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]
/** Character sets of messages. */
export const HL7_CHARSETS = ['utf-8', 'gb18030'] as const

/** The value of an AE title (PS3.5): up to 16 of these signs, blanks within. */
const Title = bounded(
  z.string().regex(/^([!-[\]-~]([ -[\]-~]{0,14}[!-[\]-~])?)?$/, 'peer_title_format'),
  16,
  'peer_title_format',
)
/** A name or an address. */
const Host = bounded(
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9:._-]*$/, 'host_format'),
  253,
)

function isStowAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  const bare = username === '' && password === '' && search === '' && hash === ''
  return bare && (protocol === 'https:' || protocol === 'http:')
}
const Address = bounded(z.string().trim(), 256).refine(
  (value) => value === '' || isStowAddress(value),
  'stow_format',
)

/** Of a certificate with those above it, and its key. */
export const CERTIFICATE_CHARS = 7_500

const fields = {
  name: required(40),
  kind: z.enum(DESTINATION_KINDS, 'not_allowed'),
  /** DICOM and HL7: where it is. */
  host: Host.optional(),
  port: z.int('wrong_type').min(1, 'out_of_range').max(65_535, 'out_of_range').optional(),
  tls: z.boolean('wrong_type').optional(),
  /** DICOM: what it is called, and what we call ourselves there. */
  called_title: Title.optional(),
  calling_title: Title.optional(),
  /** HL7: MSH-3 to MSH-6, the character set, and whether the PDF of a report goes with its figures. */
  sending_application: Hl7Word.optional(),
  sending_facility: Hl7Word.optional(),
  receiving_application: Hl7Word.optional(),
  receiving_facility: Hl7Word.optional(),
  charset: z.enum(HL7_CHARSETS, 'not_allowed').optional(),
  pdf: z.boolean('wrong_type').optional(),
  /** STOW-RS: the address that `/studies` follows, and its bearer token. Without one the kept one stays. */
  url: Address.optional(),
  token: bounded(
    z
      .string()
      .trim()
      .regex(/^[!-~]*$/, 'token_format'),
    2048,
  ).optional(),
  /** TLS: our certificate and its private key (PEM), for a server that asks for one. Without one the kept one stays. */
  certificate: bounded(z.string().trim(), CERTIFICATE_CHARS).optional(),
  /** The photographs of a report go with it: to archives. */
  photographs: z.boolean('wrong_type').default(false),
  /** Its measurements go with it as a structured report of DICOM: to archives. */
  measurements: z.boolean('wrong_type').default(false),
  active: z.boolean('wrong_type'),
}

const NEEDED = {
  dicom: ['host', 'port', 'called_title', 'calling_title'],
  stow: ['url'],
  hl7: ['host', 'port', 'sending_application', 'receiving_application'],
} as const

type Given = z.output<z.ZodObject<typeof fields>>

/** Each kind needs fields of its own. */
function requireAll(given: Given, context: z.RefinementCtx): void {
  for (const name of NEEDED[given.kind]) {
    if (given[name] === undefined || given[name] === '')
      context.addIssue({ code: 'custom', path: [name], message: 'required' })
  }
}

const Destination = z.object({
  destination_id: Id,
  name: z.string(),
  kind: z.enum(DESTINATION_KINDS),
  host: z.string().nullable(),
  port: z.int().nullable(),
  called_title: z.string().nullable(),
  calling_title: z.string().nullable(),
  sending_application: z.string().nullable(),
  sending_facility: z.string().nullable(),
  receiving_application: z.string().nullable(),
  receiving_facility: z.string().nullable(),
  charset: z.enum(HL7_CHARSETS).nullable(),
  pdf: z.boolean(),
  tls: z.boolean(),
  url: z.string().nullable(),
  /** Never the token itself. */
  has_token: z.boolean(),
  /** Whose our certificate is and until when it holds; never the key. null: none, or one that cannot be read. */
  certificate: z.object({ subject: z.string(), until: Instant }).nullable(),
  photographs: z.boolean(),
  measurements: z.boolean(),
  active: z.boolean(),
  sent_at: Instant.nullable(),
  /** What went wrong last, in words; null where the last try went well. */
  fault: z.string().nullable(),
  fault_at: Instant.nullable(),
  waiting: z.int(),
  failed: z.int(),
})
export type Destination = z.infer<typeof Destination>

export const listDestinations = call({
  path: '/v1/destinations/list',
  access: MAIN_ACCOUNT,
  body: body({}),
  data: z.object({
    rows: z.array(Destination),
    /** The page of the viewer that sittings are opened in; null: none. */
    viewer: z.string().nullable(),
  }),
  summary: 'Ours: the archives and systems that reports are sent to',
})

export const addDestination = call({
  path: '/v1/destinations/add',
  access: MAIN_ACCOUNT,
  body: body(fields).superRefine(requireAll),
  data: z.object({ destination_id: Id }),
  summary:
    'Ours: name an archive or system that reports are sent to, by C-STORE, STOW-RS or HL7 v2',
})

export const setDestination = call({
  path: '/v1/destinations/set',
  access: MAIN_ACCOUNT,
  body: body({ destination_id: Id, ...fields }).superRefine(requireAll),
  data: Nothing,
  summary: 'Ours: change an archive or system that reports are sent to',
})

export const deleteDestination = call({
  path: '/v1/destinations/delete',
  access: MAIN_ACCOUNT,
  body: body({ destination_id: Id }),
  data: Nothing,
  summary: 'Ours: send nothing more to an archive or system. What it has stays there',
})

export const echoDestination = call({
  path: '/v1/destinations/echo',
  access: MAIN_ACCOUNT,
  body: body({ destination_id: Id }),
  /** Null: it answered. */
  data: z.object({ fault: z.string().nullable() }),
  summary:
    'Ours: ask a destination for an answer (C-ECHO, a search by QIDO-RS, or a connection for HL7)',
})

/**
 * What a delivery brings. `measurements_void`: that the measurements of a report are void. `rejection`: that a photograph
 * is not to be used.
 */
export const DELIVERED = [
  'report',
  'void',
  'photograph',
  'measurements',
  'measurements_void',
  'rejection',
] as const
/** `dropped`: a later version of the report made it needless before it went. */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const
export const DeliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof DeliveryState>

const Delivery = z.object({
  delivery_id: Id,
  destination: z.string(),
  what: z.enum(DELIVERED),
  /** The place of a photograph in its sitting, from 0. */
  image_index: z.int().nullable(),
  /** As it was sent; null: of an unknown eye, or no photograph. */
  eye: z.enum(['OD', 'OS']).nullable(),
  state: DeliveryState,
  sent_at: Instant.nullable(),
  /** Why the last try went wrong, in words. */
  reason: z.string().nullable(),
  tries: z.int(),
})
export type Delivery = z.infer<typeof Delivery>

export const listDeliveries = call({
  path: '/v1/deliveries/list',
  access: CLINICIANS,
  body: body({ report_id: Id }),
  data: z.object({ rows: z.array(Delivery) }),
  summary: 'Ours: what of a report went where, and what waits or failed',
})

export const sendAgain = call({
  path: '/v1/deliveries/again',
  access: CLINICIANS,
  body: body({ delivery_id: Id }),
  data: Nothing,
  summary: 'Ours: send a document again that could not be sent, now',
})

export const dicomOfArchive = call({
  path: '/v1/archives/dicom',
  access: CLINICIANS,
  body: body({ rid: Id }),
  /** A signed address of a ZIP, which is saved and not shown. */
  data: z.object({ url: z.string() }),
  summary: 'Ours: the photographs of an archive as DICOM files, in one ZIP',
})

/** `GET ${ARCHIVE_DICOM_PATH}?...` answers that ZIP. */
export const ARCHIVE_DICOM_PATH = '/v1/archives/dicom-file'

export const DESTINATION_ACTIONS = {
  'destination.list': ['查看报告目的地', 'Open the report destinations'],
  'destination.add': ['新增报告目的地', 'Add a report destination'],
  'destination.set': ['修改报告目的地', 'Change a report destination'],
  'destination.delete': ['删除报告目的地', 'Remove a report destination'],
  'destination.echo': ['测试报告目的地', 'Test a report destination'],
} as const

export const DELIVERY_ACTIONS = {
  'delivery.list': ['查看报告的发送状态', 'Open the delivery status of a report'],
  'delivery.send': ['将文件发送至报告目的地', 'Send a file to a report destination'],
  'delivery.again': ['重新发送文件至报告目的地', 'Resend a file to a report destination'],
  'archive.dicom': ['以DICOM格式下载影像', 'Download images as DICOM'],
} as const
