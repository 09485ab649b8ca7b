import type { Socket } from 'node:net'

/**
 * Connections of an address that have not asked for anything yet. Silent callers keep nobody out: the oldest of them
 * makes room.
 */
export function silentCallers(): {
  add: (ip: string, socket: Socket, most: number) => void
  remove: (ip: string, socket: Socket) => void
} {
  const waiting = new Map<string, Set<Socket>>()
  return {
    add(ip, socket, most) {
      const own = waiting.get(ip) ?? new Set()
      waiting.set(ip, own.add(socket))
      const [oldest] = own
      if (own.size > most) oldest?.destroy()
    },
    remove(ip, socket) {
      const own = waiting.get(ip)
      own?.delete(socket)
      if (own?.size === 0) waiting.delete(ip)
    },
  }
}
