import { readFileSync } from 'node:fs'
import { createServer as createPlain, type Server, type Socket } from 'node:net'
import { createServer as createSecure } from 'node:tls'
import type { DicomConfig } from './config.ts'
import type { Context } from './context.ts'
import { serveAssociation } from './features/received/associations.ts'
import { PDU_BYTES } from './platform/dicom/limits.ts'
import { loadDimse } from './platform/dicom/peer.ts'
import { StartRefused } from './start-refused.ts'

/** Where devices send to, until it is stopped. */
export interface Receiver {
  port: number
  stop: () => Promise<void>
}

/** Listens for devices. What they are doing is cut at the stop: nothing is acknowledged that is not kept. */
export async function startDicom(ctx: Context): Promise<Receiver | null> {
  const { dicom } = ctx.config
  if (dicom === null) return null
  const dimse = await loadDimse(PDU_BYTES)
  const open = new Set<Socket>()
  const serve = serveAssociation(ctx, dimse, dicom)
  const server = listener(dicom, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serve(socket)
  })
  const port = await listen(server, dicom)
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

function listener({ tls }: DicomConfig, serve: (socket: Socket) => void): Server {
  if (tls === null) return createPlain(serve)
  const server = createSecure(
    {
      cert: readFileSync(tls.cert),
      key: readFileSync(tls.key),
      ...(tls.ca !== null && {
        ca: readFileSync(tls.ca),
        requestCert: true,
        rejectUnauthorized: true,
      }),
      // BCP 195 profile of DICOM (PS3.15 B.9) asks for no less.
      minVersion: 'TLSv1.2',
      handshakeTimeout: 10_000,
    },
    serve,
  )
  // A caller that shows no certificate is gone already.
  server.on('tlsClientError', (_, socket) => socket.destroy())
  return server
}

function listen(server: Server, { host, port }: DicomConfig): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new StartRefused(`DICOM_PORT: ${port} is taken on ${host}; choose another`))
      else if (error.code === 'EACCES')
        reject(new StartRefused(`DICOM_PORT: ${port} needs rights that this user lacks`))
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        reject(new StartRefused(`DICOM_HOST: ${host} is no address of this machine`))
      else reject(error)
    })
    server.listen({ host, port }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
