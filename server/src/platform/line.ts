import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { waits } from './database/within.ts'

/** One that says nothing for so long is given up. */
const SILENT_MS = 15_000
const CONNECT_MS = 5_000

/** The certificate that we show where the other side asks for one, and its key. */
export interface Own {
  cert: string
  key: string
}

/** Where the other side of a line is. */
export interface Far {
  address: string
  port: number
  /** The name that its certificate must have; null: plainly. */
  tls: { host: string; ca: readonly string[]; own?: Own | null } | null
}

/** A line to a server of the hospital, plainly or by TLS. Whoever reads it is told of its faults. */
export async function openLine({ address, port, tls }: Far): Promise<Socket> {
  waits(address)
  const socket = tls
    ? connectSecurely({
        host: address,
        port,
        ca: [...tls.ca],
        ...tls.own,
        // An address is no server name (RFC 6066): the certificate is compared with it all the same.
        ...(isIP(tls.host) === 0 && { servername: tls.host }),
      })
    : connect({ host: address, port })
  const ready = tls ? 'secureConnect' : 'connect'
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(CONNECT_MS, () => fail(silent()))
    socket.once('error', fail)
    socket.once(ready, () => {
      socket.removeListener('error', fail)
      resolve()
    })
  })
  socket.removeAllListeners('timeout')
  socket.setTimeout(SILENT_MS, () => socket.destroy(silent()))
  // A reader is told of it.
  socket.on('error', () => undefined)
  return socket
}

const silent = () => Object.assign(new Error('the peer is silent'), { code: 'ETIMEDOUT' })

/** The line ended before an answer was whole. */
export const cut = () => Object.assign(new Error('the peer hung up'), { code: 'ECONNRESET' })

export async function writeTo(socket: Socket, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}
