import type { Context } from './context.ts'
import { serveHl7 } from './features/hl7/connections.ts'
import { listenFor, type Receiver } from './listen.ts'

/** Listens for systems of hospitals that send by HL7 v2. */
export function startHl7(ctx: Context): Promise<Receiver | null> {
  const { hl7 } = ctx.config
  if (hl7 === null) return Promise.resolve(null)
  return listenFor('HL7', hl7, { log: ctx.log, serve: serveHl7(ctx, hl7) })
}
