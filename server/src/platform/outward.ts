import { promises as dns, type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { OutwardConfig } from '../config.ts'
import { waits } from './database/within.ts'

const TIMEOUT_MS = 5000
const MOST_BYTES = 256 * 1024

/** Why an address that a user gave was not asked. */
export class OutwardRefused extends Error {
  readonly why: 'private' | 'not-https' | 'too-large'
  constructor(why: OutwardRefused['why']) {
    super(`not asked: ${why}`)
    this.why = why
  }
}

interface Sent {
  method: string
  headers: Record<string, string>
  body: string | undefined
  timeoutMs: number
}

interface Asked {
  method: string
  headers: Record<string, string>
  /** As it is typed where `fetch` takes it. Only text is sent. */
  body?: unknown
}

/**
 * Asks an address that a user gave, and nothing inside: only https, no address of a private network
 * unless the operator named its origin, no redirect, and not for long. The addresses of a name are
 * checked as the connection is made, so a name cannot change in between. The answer is unread.
 */
export async function sendOutward(
  { privateOrigins, caFile }: OutwardConfig,
  address: string,
  { method, headers, body, timeoutMs }: Sent,
): Promise<IncomingMessage> {
  waits('another machine')
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new OutwardRefused('not-https')
  const isTrusted = privateOrigins.includes(url.origin)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isTrusted && isIP(host) !== 0 && isPrivate(host)) throw new OutwardRefused('private')
  const sent = request(url, {
    method,
    headers,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(!isTrusted && { lookup: publicLookup }),
    ...(caFile !== null && { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] }),
  })
  sent.end(body)
  const [answered] = (await once(sent, 'response')) as [IncomingMessage]
  return answered
}

/** The same, within five seconds and with an answer that is small. */
export async function askOutward(
  config: OutwardConfig,
  address: string,
  { method, headers, body }: Asked,
): Promise<Response> {
  const text = body instanceof URLSearchParams ? body.toString() : undefined
  const asked = { method, headers, body: text, timeoutMs: TIMEOUT_MS }
  const answered = await sendOutward(config, address, asked)
  const { statusCode: status = 0, headers: given } = answered
  const init = { status, headers: { 'content-type': given['content-type'] ?? '' } }
  const bytes = await readSmall(answered)
  // These may have no body.
  return new Response([204, 205, 304].includes(status) ? null : bytes, init)
}

async function readSmall(answered: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answered as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MOST_BYTES) {
      answered.destroy()
      throw new OutwardRefused('too-large')
    }
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

/** A name server that says nothing holds no thread: the system's own look-up has four for everything. */
const NAME_SERVER = { timeout: 1500, tries: 2 }
/** A name server that knew no address. The machine's own list of names may. */
const KNOWS_NONE = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']

/** IPv4 and IPv6 of a name. */
export async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  waits('a name server')
  const server = new dns.Resolver(NAME_SERVER)
  const asked = await Promise.allSettled([server.resolve4(hostname), server.resolve6(hostname)])
  const found = asked.flatMap((answer, at) =>
    answer.status === 'rejected'
      ? []
      : answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })),
  )
  if (found.length > 0) return found
  for (const answer of asked)
    if (
      answer.status === 'rejected' &&
      !KNOWS_NONE.includes((answer.reason as { code: string }).code)
    )
      throw answer.reason
  return dns.lookup(hostname, { all: true })
}

/** Fails where a name has any address of a private network. */
const publicLookup: NonNullable<RequestOptions['lookup']> = (hostname, options, done) => {
  const { family = 0 } = options
  addressesOf(hostname).then(
    (found) => {
      const meant = found.filter((address) => family === 0 || address.family === family)
      const [first] = meant
      if (found.some(({ address }) => isPrivate(address))) done(new OutwardRefused('private'), '')
      else if (first === undefined) done(new Error(`no address of ${hostname}`), '')
      else if (options.all === true) done(null, meant)
      else done(null, first.address, first.family)
    },
    (error: unknown) => done(error instanceof Error ? error : new Error(hostname), ''),
  )
}

/** Everything that is not the public internet (RFC 6890). IPv4 written as IPv6 counts as IPv4. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

export const isPrivate = (address: string): boolean =>
  PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
