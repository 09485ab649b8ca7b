import type { Socket } from 'node:net'
import type { Hl7Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { inTurns } from '../../http/turns.ts'
import { plannedOnce } from '../../platform/database/planned-once.ts'
import { framed, mllpReader } from '../../platform/hl7/mllp.ts'
import { plainAddress } from '../../platform/networks.ts'
import { silentCallers } from '../../platform/silent-callers.ts'
import { receiveMessage } from './receive.ts'

/** Messages that are worked on at once, of all connections: the database serves pages too. */
const AT_ONCE = 4

/**
 * Serves connections that send HL7 v2. A message is answered before the next one of its connection is looked at. Who
 * sends nothing, stops within a message, sends what is none or does not read is cut. A log line names no patient.
 */
export function serveHl7(ctx: Context, config: Hl7Config): (socket: Socket) => void {
  const { frameMs, idleMs, messageBytes, most } = config
  const known = knownCallers(most)
  const silent = silentCallers()
  const working = inTurns(AT_ONCE, most.all)
  return (socket) => {
    const ip = plainAddress(socket.remoteAddress ?? '')
    let timer: NodeJS.Timeout | undefined
    const cut = (why: string) => {
      if (socket.destroyed) return
      ctx.log.warn({ ip, why }, 'a connection for HL7 was cut')
      socket.destroy()
    }
    const cutAfter = (ms: number, why: string) => {
      clearTimeout(timer)
      timer = setTimeout(() => cut(why), Math.max(0, ms))
    }
    const answer = async (message: Buffer): Promise<void> => {
      if (!known.hasPlace(ip, socket)) {
        cut('busy')
        return
      }
      const turn = { lane: ip, person: ip }
      const { said, isKnown } = await working(
        () => plannedOnce(() => receiveMessage(ctx, message, ip)),
        turn,
      )
      if (isKnown && !socket.destroyed) {
        silent.remove(ip, socket)
        known.add(ip, socket)
      }
      if (said === null) cut('garbage')
      else if (!socket.destroyed && !socket.write(framed(said))) {
        cutAfter(frameMs, 'stuck')
        await drained(socket)
      }
    }
    const read = mllpReader(messageBytes)
    /** A message has so long from its first byte to its last, however its bytes come. */
    let deadline: number | null = null
    const take = async (chunk: Buffer): Promise<void> => {
      // What comes meanwhile waits in the network.
      socket.pause()
      clearTimeout(timer)
      const { messages, fault, within } = read(chunk)
      for (const message of messages) if (!socket.destroyed) await answer(message)
      if (fault !== null) cut(fault)
      if (socket.destroyed) return
      if (!within) deadline = null
      else if (deadline === null || messages.length > 0) deadline = Date.now() + frameMs
      if (deadline === null) cutAfter(idleMs, 'idle')
      else cutAfter(deadline - Date.now(), 'slow')
      socket.resume()
    }
    silent.add(ip, socket, most.silent)
    cutAfter(frameMs, 'silent')
    socket.on('data', (chunk: Buffer) => {
      take(chunk).catch((error: unknown) => {
        // The end of the program closes what this waits for.
        if (!ctx.ended.aborted) ctx.log.error({ err: error }, 'an HL7 message was not answered')
        socket.destroy()
      })
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      silent.remove(ip, socket)
      known.remove(ip, socket)
    })
  }
}

/** How many connections registered systems may have, by address and in all. */
function knownCallers(most: Hl7Config['most']) {
  const open = new Map<string, Set<Socket>>()
  const ofAll = () => [...open.values()].reduce((sum, { size }) => sum + size, 0)
  return {
    hasPlace(ip: string, socket: Socket): boolean {
      const own = open.get(ip)
      if (own?.has(socket)) return true
      return (own?.size ?? 0) < most.address && ofAll() < most.all
    },
    add(ip: string, socket: Socket): void {
      open.set(ip, (open.get(ip) ?? new Set()).add(socket))
    },
    remove(ip: string, socket: Socket): void {
      const own = open.get(ip)
      own?.delete(socket)
      if (own?.size === 0) open.delete(ip)
    },
  }
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('drain', resolve)
    socket.once('close', () => resolve())
  })
