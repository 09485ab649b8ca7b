import { connect } from 'node:net'
import { loadDimse } from './peer.ts'
import { PDU_BYTES } from './limits.ts'

const ECHO_MS = 5000

interface Asked {
  host: string
  port: number
  calling: string
  called: string
}

/** Whether a peer answers an echo: it does, it refuses the association or the message, or nothing comes in time. */
export async function askEcho(asked: Asked): Promise<'answered' | 'refused' | 'silent'> {
  // The library waits for a connection without end, and says nothing of one that is refused.
  if (!(await isOpen(asked))) return 'silent'
  const { Client, requests } = await loadDimse(PDU_BYTES)
  return new Promise((resolve) => {
    const client = new Client()
    const late = setTimeout(() => {
      end('silent')
      // Of a connection that is gone the library says so by a throw.
      if (!closed) client.abort()
    }, ECHO_MS)
    let closed = false
    const end = (outcome: 'answered' | 'refused' | 'silent') => {
      clearTimeout(late)
      resolve(outcome)
    }
    const request = new requests.CEchoRequest()
    request.on('response', (response: { getStatus: () => number }) => {
      end(response.getStatus() === 0 ? 'answered' : 'refused')
    })
    client.on('associationRejected', () => end('refused'))
    client.on('networkError', () => end('silent'))
    client.on('closed', () => {
      closed = true
      end('refused')
    })
    client.addRequest(request)
    client.send(asked.host, asked.port, asked.calling, asked.called, {
      connectTimeout: ECHO_MS,
      associationTimeout: ECHO_MS,
      pduTimeout: ECHO_MS,
    })
  })
}

function isOpen({ host, port }: Asked): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.setTimeout(ECHO_MS, () => end(false))
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
  })
}
