import type { Context } from './context.ts'
import { serveHl7 } from './features/hl7/connections.ts'
import { listenFor, type Receiver } from './listen.ts'

/** Listens for systems of hospitals that send by HL7 v2. */
export function startHl7(ctx: Context): Promise<Receiver | null> {
  const { hl7 } = ctx.config
  return hl7 === null ? Promise.resolve(null) : listenFor('HL7', hl7, serveHl7(ctx, hl7))
}
