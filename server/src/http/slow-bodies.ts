import { STATUS, text } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './mount.ts'

/** A photograph on a slow line brings at least this much in the time that any other body has: 2 kB/s. */
const UPLOAD_BYTES = 65_536

/**
 * Cuts bodies that take longer than a slow line explains, so that few clients cannot hold many
 * connections. An upload may take long while it brings something.
 */
export function cutSlowBodies(app: App, bodyMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.complete) watch(request, reply, bodyMs)
    done()
  })
}

function watch({ raw, headers }: FastifyRequest, reply: FastifyReply, bodyMs: number): void {
  const { socket } = raw
  const isUpload = headers['content-type']?.startsWith('multipart/') === true
  let read = socket.bytesRead
  const timer = setInterval(() => {
    const brought = socket.bytesRead - read
    read = socket.bytesRead
    if (raw.complete) clearInterval(timer)
    else if (!isUpload || brought < UPLOAD_BYTES) cut()
  }, bodyMs)
  const cut = () => {
    clearInterval(timer)
    if (reply.raw.headersSent) socket.destroy()
    else socket.end(TIMED_OUT)
  }
  raw.once('close', () => clearInterval(timer))
}

const BODY = JSON.stringify({ error_code: 408, msg: text('zh-CN', 'too_slow'), data: {} })
const TIMED_OUT = [
  `HTTP/1.1 ${STATUS.tooSlow} Request Timeout`,
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  'Connection: close',
  '',
  BODY,
].join('\r\n')
