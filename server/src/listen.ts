import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createServer as createPlain, type Server, type Socket } from 'node:net'
import { createServer as createSecure, type Server as SecureServer } from 'node:tls'
import type { Logger } from 'pino'
import type { Listening, TlsFiles } from './config.ts'
import { noteNotShown, noteShown } from './platform/certificate-ends.ts'
import { StartRefused } from './start-refused.ts'

/** Where machines send to, until it is stopped. */
export interface Receiver {
  port: number
  stop: () => Promise<void>
}

/** So often files are looked at, ms: a certificate is renewed days before its end. */
const LOOK_MS = 5000

/**
 * Listens for machines. What they are doing is cut at the stop: nothing is acknowledged that is not kept. `settings`
 * begins the names of the variables that a fault is told with.
 */
export async function listenFor(
  settings: string,
  listening: Listening,
  { log, serve }: { log: Logger; serve: (socket: Socket) => void },
): Promise<Receiver> {
  const open = new Set<Socket>()
  const take = (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serve(socket)
  }
  const { tls } = listening
  const secure = tls && secureServer(tls, take)
  const server = secure ?? createPlain(take)
  const port = await listen(settings, server, listening)
  const leave = tls && secure ? keepRenewed(settings, tls, { server: secure, log }) : () => {}
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        leave()
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

const read = ({ cert, key, ca }: TlsFiles) => ({
  cert: readFileSync(cert),
  key: readFileSync(key),
  ...(ca !== null && { ca: readFileSync(ca) }),
  // BCP 195 profile of DICOM (PS3.15 B.9) asks for no less.
  minVersion: 'TLSv1.2' as const,
})

function secureServer(tls: TlsFiles, serve: (socket: Socket) => void): SecureServer {
  const asked = tls.ca !== null && { requestCert: true, rejectUnauthorized: true }
  const files = read(tls)
  const server = createSecure({ ...files, ...asked, handshakeTimeout: 10_000 }, serve)
  noteShown(tls.cert, files.cert)
  server.on('close', () => noteNotShown(tls.cert))
  // A caller that shows no certificate is gone already.
  server.on('tlsClientError', (_, socket) => socket.destroy())
  return server
}

/**
 * Shows new files to whoever connects from then on. While they do not belong together, as between the certificate and its
 * key, the earlier ones stay, and their end is told; where they still do not after another look, it is an error. Returns
 * how to leave it.
 */
function keepRenewed(
  settings: string,
  tls: TlsFiles,
  { server, log }: { server: SecureServer; log: Logger },
): () => void {
  const paths = [tls.cert, tls.key, ...(tls.ca === null ? [] : [tls.ca])]
  let later: NodeJS.Timeout | undefined
  const renew = (fault: 'warn' | 'error') => {
    clearTimeout(later)
    try {
      const files = read(tls)
      server.setSecureContext(files)
      noteShown(tls.cert, files.cert)
      log.info({ settings }, 'a renewed certificate is shown')
    } catch (error) {
      log[fault]({ settings, err: error }, 'a renewed certificate cannot be used yet')
      if (fault === 'warn') later = setTimeout(renew, LOOK_MS, 'error').unref()
    }
  }
  const changed = () => renew('warn')
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, changed)
  return () => {
    clearTimeout(later)
    for (const path of paths) unwatchFile(path, changed)
  }
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
