import type { Socket } from 'node:net'
import { networkOf } from './networks.ts'

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
      const network = networkOf(ip)
      const own = waiting.get(network) ?? new Set()
      waiting.set(network, own.add(socket))
      const [oldest] = own
      if (own.size > most) oldest?.destroy()
    },
    remove(ip, socket) {
      const network = networkOf(ip)
      const own = waiting.get(network)
      own?.delete(socket)
      if (own?.size === 0) waiting.delete(network)
    },
  }
}
