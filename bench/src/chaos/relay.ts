import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What a line to another server does. */
export type Line = 'pass' | 'refuse' | 'stall' | 'drop'

export interface Relay {
  port: number
  set(line: Line): void
  close(): Promise<void>
}

/** A line to a server on loopback that can be made bad: it refuses, says nothing, or breaks in the middle. */
export async function openRelay(target: number): Promise<Relay> {
  let line: Line = 'pass'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const relay = createServer((near) => {
    keep(near)
    if (line === 'refuse') {
      near.resetAndDestroy()
      return
    }
    const far = connect(target, '127.0.0.1')
    keep(far)
    near.on('data', (bytes: Buffer) => {
      if (line === 'stall') return
      if (line === 'drop') near.resetAndDestroy()
      else far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (line === 'pass') near.write(bytes)
    })
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return {
    port: (relay.address() as AddressInfo).port,
    set(next) {
      line = next
      // Lines that said nothing for a while are of no use to anybody.
      if (next === 'pass') for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      relay.close()
      await once(relay, 'close')
    },
  }
}
