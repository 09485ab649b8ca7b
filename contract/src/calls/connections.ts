import { z } from 'zod'
import { body, call } from '../wire/call.ts'
import { Id, Instant } from '../wire/fields.ts'
import { MAIN_ACCOUNT } from '../wire/roles.ts'
import { Hl7Fault } from './hl7.ts'
import { DeviceFault } from './images/devices.ts'

/** Kinds of what an institution is connected with. */
export const CONNECTION_KINDS = ['device', 'destination', 'client', 'webhook', 'hl7'] as const
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]

/** What somebody has to do about a connection. */
export const CONNECTION_TASKS = [
  'device_mend',
  'device_set_up',
  'device_file',
  'destination_mend',
  'destination_certificate',
  'destination_again',
  'destination_off',
  'destination_try',
  'client_renew',
  'client_secret',
  'client_call',
  'webhook_mend',
  'webhook_again',
  'webhook_off',
  'webhook_try',
  'hl7_mend',
  'hl7_set_up',
  'hl7_settle',
] as const
export type ConnectionTask = (typeof CONNECTION_TASKS)[number]

/** How a connection is, the worst first. */
export const CONNECTION_STATES = ['failing', 'attention', 'off', 'quiet', 'well'] as const

const Connection = z.object({
  kind: z.enum(CONNECTION_KINDS),
  id: Id,
  name: z.string(),
  state: z.enum(CONNECTION_STATES),
  /** When it was heard, or something was sent to it, last. */
  last_at: Instant.nullable(),
  /** The first fault since it went well last, and what went wrong last: in words, or as devices and HL7 name it. */
  failing_since: Instant.nullable(),
  fault: z.string().nullable(),
  device_fault: DeviceFault.nullable(),
  hl7_fault: Hl7Fault.nullable(),
  /** What waits to be sent, of a device to be filed, of HL7 for a person; and what was given up. */
  waiting: z.int(),
  failed: z.int(),
  /** When the certificate that we show there ends, where that is told: within 30 days, or before today. */
  certificate_until: Instant.nullable(),
  task: z.enum(CONNECTION_TASKS).nullable(),
})
export type Connection = z.infer<typeof Connection>

export const listConnections = call({
  path: '/v1/connections/list',
  access: MAIN_ACCOUNT,
  body: body({}),
  data: z.object({
    rows: z.array(Connection),
    /** Certificates of this server to which devices and systems of the institution connect, that end soon or have. */
    certificates: z.array(z.object({ of: z.enum(['dicom', 'hl7']), until: Instant })),
  }),
  summary: 'Ours: devices, archives, programs and addresses of the institution, what fails first',
})

export const CONNECTION_ACTIONS = {
  'connection.list': ['查看对接总览', 'Open the connections of the institution'],
} as const
