import type { AccountChangeKind, Language, Role } from '@mingmou/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'

/** Accounts and what they sign in with. */

export interface Accounts {
  uid: string
  oid: string | null
  role: Role
  account_type: GeneratedAlways<1 | 2>
  username: string
  name: string
  email: string
  phone: Generated<string>
  password_hash: string
  first_login: boolean
  /** Set by whoever manages the account. */
  banned: Generated<boolean>
  /** Set by the platform, where an institution manages the account, and for trial users. */
  locked: Generated<boolean>
  /** 2 while one of them holds. */
  status: GeneratedAlways<1 | 2>
  created_at: Timestamp
  deleted_at: NullableTimestamp
  language: Generated<Language>
  initial_request: string | null
  /** It had a second factor before its institution moved here. The next one ends it. */
  factor_due: Generated<boolean>
  /** The first sign-in. A trigger of the sessions sets it. */
  entered_at: ColumnType<Date | null, never, never>
  /** It may decide between two readings. */
  arbiter: Generated<boolean>
  /** The sittings that it reads blind. */
  blind_to: string[] | null
}

export interface AccountChanges {
  change_id: string
  oid: string
  uid: string
  by_uid: string
  kind: AccountChangeKind
  email: string | null
  asked_at: ColumnType<Date, Date, never>
  due_at: Date | null
  done_at: Date | null
  agreed: Generated<boolean>
  ended_at: NullableTimestamp
  holds_until: Date | null
}

export interface EmailCodes {
  request: string
  key: string
  asker: string
  place: string
  code_hash: string | null
  tries: Generated<number>
  tries_by_place: Generated<number>
  expires_at: Date
}

export interface Sessions {
  sid: string
  uid: string
  created_at: Timestamp
  expires_at: Date
  ended_at: NullableTimestamp
  end_reason: 'logout' | 'replaced' | 'revoked' | 'reused' | null
  ip: Generated<string>
  user_agent: Generated<string>
}

export interface RefreshTokens {
  hash: Buffer
  sid: string
  created_at: Timestamp
  used_at: NullableTimestamp
}

export interface RememberedLogins {
  hash: Buffer
  uid: string
  account_type: 1 | 2
  account: string
  expires_at: Date
}

export interface TotpFactors {
  uid: string
  secret: Buffer
  last_step: ColumnType<string, number, number>
  created_at: Timestamp
}

export interface RecoveryCodes {
  uid: string
  hash: Buffer
  salt: Buffer
  used_at: NullableTimestamp
}

export interface Passkeys {
  passkey_id: string
  uid: string
  credential_id: string
  public_key: Buffer
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  created_at: Date
  used_at: NullableTimestamp
}

export interface SsoProviders {
  oid: string
  sign_in_code: string
  name: string
  issuer: string
  client_id: string
  client_secret: Buffer
  enabled: boolean
  required: boolean
  fresh: boolean
}

export interface SsoLinks {
  uid: string
  oid: string
  issuer: string
  sub: string
  created_at: Date
}

export interface SignInSteps {
  hash: Buffer
  kind: string
  uid: string | null
  data: ColumnType<unknown, string, string>
  expires_at: Date
}

export interface KnownPlaces {
  uid: string
  ip: string
  seen_at: Date
}

export interface ServerKeys {
  kid: string
  purpose: 'token' | 'url' | 'seal'
  private_key: Buffer
  public_key: string | null
  created_at: Timestamp
}
