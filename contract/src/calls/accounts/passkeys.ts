import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { bounded, GivenPassword, Id, Instant, required, shortText } from '../../wire/fields.ts'
import { FactorCode, Ticket } from './second-factor.ts'
import { Session } from './sessions.ts'

/** Bytes as the browser's `toJSON` writes them. */
const Base64url = (max: number) =>
  bounded(z.string().regex(/^[\w-]+$/, 'wrong_type'), max, 'wrong_type')
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** What the browser's WebAuthn call takes, and the ticket of the answer to it. */
const Ceremony = z.object({ ticket: Ticket, options: z.record(z.string(), z.unknown()) })

export const loginPasskeyBegin = call({
  path: '/v1/user/login/passkeyBegin',
  access: 'public',
  withoutRefresh: true,
  body: body({}),
  data: Ceremony,
  summary: 'Ours: what a browser needs to sign in by a passkey',
})

export const loginPasskey = call({
  path: '/v1/user/login/passkey',
  access: 'public',
  withoutRefresh: true,
  body: body({
    ticket: Ticket,
    id: Base64url(1400),
    clientDataJSON: Base64url(1024),
    authenticatorData: Base64url(2048),
    signature: Base64url(2048),
  }),
  data: Session,
  summary: 'Ours: sign in by a passkey, which proved possession and its owner on the device',
})

const Passkey = z.object({
  passkey_id: Id,
  name: z.string(),
  created_at: Instant,
  used_at: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const myPasskeys = call({
  path: '/v1/user/passkey/list',
  access: 'signed-in',
  body: body({}),
  data: z.object({ passkeys: z.array(Passkey) }),
  summary: 'Ours: the passkeys of the account that calls',
})

export const beginPasskey = call({
  path: '/v1/user/passkey/begin',
  access: 'signed-in',
  body: body({ password: GivenPassword, code: FactorCode }),
  data: Ceremony,
  summary: 'Ours: what a browser needs to make a passkey. The app has to be set up before',
})

export const addPasskey = call({
  path: '/v1/user/passkey/add',
  access: 'signed-in',
  body: body({
    ticket: Ticket,
    name: shortText,
    id: Base64url(1400),
    clientDataJSON: Base64url(1024),
    attestationObject: Base64url(6144),
    transports: z.array(z.enum(TRANSPORTS, 'not_allowed')).max(TRANSPORTS.length, 'out_of_range'),
  }),
  data: z.object({ passkey_id: Id }),
  summary: 'Ours: keep the passkey that the browser made',
})

export const renamePasskey = call({
  path: '/v1/user/passkey/rename',
  access: 'signed-in',
  body: body({ passkey_id: Id, name: required(64) }),
  data: Nothing,
  summary: 'Ours: give a passkey another name',
})

export const removePasskey = call({
  path: '/v1/user/passkey/remove',
  access: 'signed-in',
  body: body({ passkey_id: Id, password: GivenPassword, code: FactorCode }),
  data: Nothing,
  summary: 'Ours: a passkey opens this account no more',
})
