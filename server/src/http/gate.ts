import type { Call } from '@mingmou/contract'
import type { Actor } from './actor.ts'

/** The parts of a request that identify its caller. */
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

/** Admits callers. It knows accounts and the audit log, which this folder does not. */
export interface Gate {
  /** The caller, or the status that says why he may not. */
  admit(call: Call, arrival: Arrival): Promise<Actor | null>
  /** The account or client whose token this server signed and which has not ended; null without one. */
  accountOf(authorization: string | undefined): Promise<string | null>
  /** Refuses what an account that reads blind asks of the sitting that it reads. */
  refuseBlind(attempt: Attempt): Promise<void>
  /**
   * Records calls that the role may not make, and records that are missing or belong to somebody
   * else.
   */
  noteRefusal(error: unknown, attempt: Attempt): Promise<void>
}
