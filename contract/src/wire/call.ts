import { z } from 'zod'
import type { Role } from './roles.ts'

/** Who may call: anybody, everybody signed in, or these roles. */
export type Access = 'public' | 'signed-in' | readonly Role[]

export interface Call<
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  method: 'GET' | 'POST'
  path: string
  access: Who
  /** The JSON body of a POST, the query of a GET. */
  body: Body
  /** `data` of a successful answer. */
  data: Data
  /** The limit of its body, where it is more than that of every call. */
  bodyBytes?: number
  /** The call is answered even before the password of a first login is changed. */
  beforePasswordChange?: boolean
  /** It adds records or files, and is refused while the storage is nearly full. */
  adds?: boolean
  /** The client sends it without renewing the token first. */
  withoutRefresh?: boolean
  /** `msg` of a failure is an array of strings. */
  messageList?: boolean
  /** The media type, where a successful answer is a file without an envelope. */
  file?: string
  /**
   * To whoever reads a sitting blind: `own` is of the readings and keeps what it is not to show by itself, `closed` may
   * name any sitting and is not answered. Every other call sees the institution without that sitting.
   */
  blind?: 'own' | 'closed'
  /** Calls a second from one network address, counted apart from all other calls. */
  perSecond?: number
  /** One sentence for the documentation. A call that the specification does not have begins with "Ours". */
  summary: string
}

/** The one definition of a call. The server mounts it, the web app calls it, and the table of roles reads it. */
export function call<Body extends z.ZodType, Data extends z.ZodType, const Who extends Access>(
  definition: Omit<Call<Body, Data, Who>, 'method'> & { method?: 'GET' | 'POST' },
): Call<Body, Data, Who> {
  return { method: 'POST', ...definition }
}

export type BodyOf<C extends Call> = z.output<C['body']>
export type InputOf<C extends Call> = z.input<C['body']>
export type DataOf<C extends Call> = z.output<C['data']>

/** A submitted object. Unknown fields are refused. */
export const body = z.strictObject
export const Nothing = z.object({})
