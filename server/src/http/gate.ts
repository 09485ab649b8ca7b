import type { Call } from '@mingmou/contract'
import type { Actor } from './actor.ts'

/** What a caller shows of itself. */
export interface Arrival {
  authorization: string | undefined
  ip: string
}

/** A call that is being answered. */
export interface Attempt {
  call: Call
  actor: Actor | null
  ip: string
  body?: unknown
}

/** Who lets callers in: it knows accounts and the audit log, which this folder does not. */
export interface Gate {
  /** Who calls, or the status that says why he may not. */
  admit(call: Call, arrival: Arrival): Promise<Actor | null>
  /** Puts on record what the role may not, and what is not there or not the caller's. */
  noteRefusal(error: unknown, attempt: Attempt): Promise<void>
}
