import type { FastifyReply } from 'fastify'
import { inTurns, turnOf, type Turn, type Waiter } from './turns.ts'

/** What is not answered, or not read, within this time is cut: its memory is for others. */
const MOST_MS = 600_000

/**
 * Waits for a place, and holds it until the answer has gone or the line is cut: what a body or an answer takes in
 * memory is then bounded by the places, however slowly somebody sends or reads.
 */
export function holdPlace(
  places: ReturnType<typeof inTurns>,
  turn: Turn,
  { raw }: FastifyReply,
  mostMs = MOST_MS,
): Promise<void> {
  return new Promise((begin, refuse) => {
    const held = () =>
      new Promise<void>((gone) => {
        if (raw.destroyed) {
          gone()
          return
        }
        const timer = setTimeout(() => raw.destroy(), mostMs)
        raw.once('close', () => {
          clearTimeout(timer)
          gone()
        })
        begin()
      })
    places(held, turn).then(begin, refuse)
  })
}

/** What is written while it is read, of a patient or of an institution as a whole: two of an institution. */
const EXPORTS = { all: 6, waiting: 4, ofInstitution: 2 }
export const exporting = inTurns(EXPORTS.all, EXPORTS.waiting, EXPORTS.ofInstitution)
/** A folder of large images over a slow line. */
const EXPORT_MS = 3_600_000

/** A place among the exports, until this one has gone. */
export const holdExport = (caller: Waiter, reply: FastifyReply): Promise<void> =>
  holdPlace(exporting, turnOf(caller), reply, EXPORT_MS)
