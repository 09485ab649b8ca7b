import { randomUUID } from 'node:crypto'
import { request as requestPlainly, type IncomingMessage } from 'node:http'
import { request as requestSecurely } from 'node:https'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { waits } from '../database/within.ts'
import type { Own } from '../line.ts'

const SILENT_MS = 30_000
const MOST_BYTES = 1024 * 1024

/** A server of DICOMweb: `/studies` follows its address. */
export interface WebPeer {
  url: string
  token: string | null
  /** The address that its name leads to. */
  at: LookupAddress
  ca: readonly string[]
  own: Own | null
}

interface Answer {
  status: number
  body: unknown
}

/** Whether the server answers a search (QIDO-RS). */
export const searchStudies = (peer: WebPeer): Promise<Answer> =>
  ask(peer, 'GET', '/studies?limit=1', { accept: 'application/dicom+json' }, null)

/** Stores one file (PS3.18 10.5), as it is. */
export function storeFile(peer: WebPeer, file: Buffer): Promise<Answer> {
  const boundary = randomUUID()
  const head = `--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = {
    accept: 'application/dicom+json',
    'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
    'content-length': body.length,
  }
  return ask(peer, 'POST', '/studies', headers, body)
}

async function ask(
  { url, token, at, ca, own }: WebPeer,
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string | number>,
  body: Buffer | null,
): Promise<Answer> {
  waits(at.address)
  const target = new URL(`${url.replace(/\/+$/, '')}${path}`)
  const lookup: LookupFunction = (_, { all }, done) =>
    all === true ? done(null, [at]) : done(null, at.address, at.family)
  const request = target.protocol === 'https:' ? requestSecurely : requestPlainly
  const sent = request(target, {
    method,
    lookup,
    agent: false,
    ca: [...ca],
    ...own,
    signal: AbortSignal.timeout(SILENT_MS),
    headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  })
  sent.end(body ?? undefined)
  const [answered] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answered.statusCode ?? 0, body: jsonOf(await readText(answered)) }
}

async function readText(answered: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answered as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MOST_BYTES) {
      answered.destroy()
      break
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Why a server refused an instance (PS3.18 I.2), as its number; null where it says nothing of that. */
export function failureOf(body: unknown): number | null {
  const said = body as Partial<Record<string, { Value?: unknown[] }>> | null
  const [failed] = (said?.['00081198']?.Value ?? []) as Partial<
    Record<string, { Value?: unknown[] }>
  >[]
  const [reason] = failed?.['00081197']?.Value ?? []
  return typeof reason === 'number' ? reason : null
}
