import {
  CLINICIANS,
  type Access,
  type Call,
  type Language,
  type ReadingRule,
  type Role,
} from '@mingmou/contract'

/** The caller: a live session of an account that is not banned. */
export interface Actor {
  uid: string
  sid: string
  role: Role
  /** The institution of roles 3 and 4. */
  oid: string | null
  name: string
  account_type: 1 | 2
  /** By which rule the institution has sittings read twice; absent for programs and devices, which sign nothing. */
  reading_rule?: ReadingRule
  /** The sittings that the account reads blind. */
  blind_to?: readonly string[]
}

export interface Clinician extends Actor {
  oid: string
}

/** The caller with address and language. An audit entry takes the first two as they are. */
export interface Caller<Who extends Actor | null = Actor> {
  actor: Who
  ip: string
  language: Language
}

/** Who acts. `source`: the system whose message a person lets in, and whose word it stays. */
export type Acting = Pick<Caller<Clinician>, 'actor' | 'ip'> & { source?: string }

/** The actor that a call's access guarantees. */
export type ActorOf<C extends Call> = C['access'] extends 'public'
  ? Actor | null
  : C['access'] extends readonly (typeof CLINICIANS)[number][]
    ? Clinician
    : Actor

/** A visitor may make public calls, an account those open to its role. */
export function mayCall(access: Access, actor: Actor | null): boolean {
  if (access === 'public') return true
  if (actor === null) return false
  return access === 'signed-in' || access.includes(actor.role)
}
