import { readFileSync } from 'node:fs'
import { createServer as createPlain, type Server, type Socket } from 'node:net'
import { createServer as createSecure } from 'node:tls'
import { StartRefused } from './start-refused.ts'

/** PEM files. With `ca` callers show a certificate of it. */
interface TlsFiles {
  cert: string
  key: string
  ca: string | null
}

export interface Listening {
  host: string
  port: number
  /** null: connections are not encrypted. */
  tls: TlsFiles | null
}

/** Where machines send to, until it is stopped. */
export interface Receiver {
  port: number
  stop: () => Promise<void>
}

/**
 * Listens for machines. What they are doing is cut at the stop: nothing is acknowledged that is not kept. `settings`
 * begins the names of the variables that a fault is told with.
 */
export async function listenFor(
  settings: string,
  listening: Listening,
  serve: (socket: Socket) => void,
): Promise<Receiver> {
  const open = new Set<Socket>()
  const server = serverFor(listening, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serve(socket)
  })
  const port = await listen(settings, server, listening)
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

function serverFor({ tls }: Listening, serve: (socket: Socket) => void): Server {
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

function listen(settings: string, server: Server, { host, port }: Listening): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new StartRefused(`${settings}_PORT: ${port} is taken on ${host}; choose another`))
      else if (error.code === 'EACCES')
        reject(new StartRefused(`${settings}_PORT: ${port} needs rights that this user lacks`))
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        reject(new StartRefused(`${settings}_HOST: ${host} is no address of this machine`))
      else reject(error)
    })
    server.listen({ host, port }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
