import type { Language } from '@mingmou/contract'
import type { DefaultEventsMap, Socket } from 'socket.io'
import type { TokenClaims } from '../features/sessions/tokens.ts'
import type { Actor } from '../http/actor.ts'
import type { Denied } from '../http/refusal.ts'
import type { Room } from '../platform/events/events.ts'

interface LiveData {
  language: Language
  claims?: TokenClaims
  actor?: Actor
  /** The institution whose events it hears. */
  oid?: string | null
  /** Ends the connection when its token ends. */
  expiry?: NodeJS.Timeout
  ended?: { why: Denied | null }
}

export type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, LiveData>

/** The name a client keeps over its reconnects: the id of its first connection. */
export function nameOf(socket: LiveSocket): string {
  const given = socket.handshake.query['socketId']
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : socket.id
}

/** Whether an event to a room is for this connection. */
export function concerns(room: Room, { data: { actor, oid } }: LiveSocket): boolean {
  if (actor === undefined) return false
  if ('uid' in room) return actor.uid === room.uid
  if ('sid' in room) return actor.sid === room.sid
  return oid === room.oid
}
