import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { listPatients } from '@mingmou/contract'
import type { Client } from '../client.ts'
import { spread, timed } from '../table.ts'

const CONNECTIONS = 200
const CALLS = 300
const PIECE = 16_384

/** What a peer writes first, and goes on with as long as the line takes it; null: nothing. */
const PEERS: Readonly<Record<string, { first: Buffer; rest: Buffer | null }>> = {
  'that say nothing': { first: Buffer.alloc(0), rest: null },
  'that send garbage': { first: randomBytes(PIECE), rest: randomBytes(PIECE) },
  // An A-ASSOCIATE-RQ of 2 GB.
  'that announce 2 GB': {
    first: Buffer.from([1, 0, 0x7f, 0xff, 0xff, 0xff]),
    rest: Buffer.alloc(PIECE),
  },
}

/** Keeps a number of connections open: one that is cut is made anew. Returns what ends them, and how many were made. */
function peersAt(port: number, { first, rest }: { first: Buffer; rest: Buffer | null }) {
  const open = new Set<Socket>()
  let made = 0
  let ended = false
  const join = () => {
    if (ended) return
    made++
    const socket = connect({ port, host: '127.0.0.1' })
    open.add(socket)
    const go = () => {
      if (rest) while (!socket.destroyed && socket.write(rest));
    }
    socket.on('connect', () => {
      socket.write(first)
      go()
    })
    socket.on('drain', go)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      setTimeout(join, 100)
    })
  }
  for (let n = 0; n < CONNECTIONS; n++) join()
  return () => {
    ended = true
    for (const socket of open) socket.destroy()
    return made
  }
}

/** `/healthz` and the patient list while 200 bad peers are at the port of devices, one kind after the other. */
export async function benchBadPeers(
  url: string,
  client: Client,
  port: number,
): Promise<Record<string, object>> {
  const table: Record<string, object> = {}
  const measure = async (name: string) => {
    const health = spread(await timed(CALLS, async () => (await fetch(`${url}/healthz`)).text()))
    const list = spread(await timed(CALLS, () => client.call(listPatients, {})))
    table[name] = { '/healthz p99': health.p99, 'list p50': list.p50, 'list p99': list.p99 }
  }
  await measure('at rest')
  for (const [name, what] of Object.entries(PEERS)) {
    const end = peersAt(port, what)
    await measure(name)
    table[name] = { ...table[name], connections: end() }
  }
  return table
}
