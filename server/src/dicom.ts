import type { Context } from './context.ts'
import { serveAssociation } from './features/received/associations.ts'
import { listenFor, type Receiver } from './listen.ts'
import { PDU_BYTES } from './platform/dicom/limits.ts'
import { loadDimse } from './platform/dicom/peer.ts'

/** Listens for devices. */
export async function startDicom(ctx: Context): Promise<Receiver | null> {
  const { dicom } = ctx.config
  if (dicom === null) return null
  const dimse = await loadDimse(PDU_BYTES)
  return listenFor('DICOM', dicom, {
    log: ctx.log,
    serve: serveAssociation(ctx, dimse, dicom),
  })
}
