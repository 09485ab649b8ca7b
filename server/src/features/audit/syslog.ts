import { hostname } from 'node:os'
import { connect } from 'node:net'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { finished } from 'node:stream/promises'
import { auditActionMap, type AuditAction, type AuditOutcome } from '@mingmou/contract'
import { waits } from '../../platform/database/within.ts'

/** An entry of the log with its place in the chain. */
export interface Copied {
  seq: string
  id: string
  hash: Buffer
  /** UTC, to the microsecond. */
  at: string
  uid: string | null
  oid: string | null
  role: string | null
  ip: string
  action: AuditAction
  target_type: string | null
  target_id: string | null
  pid: string | null
  outcome: AuditOutcome
  detail: unknown
}

/** RFC 5424, 6.2.1: facility 13 is the log of an audit. */
const FACILITY = 13
const SEVERITY = { success: 6, refused: 4, failed: 3 } as const
/** The number of documentation (RFC 5612): the product has no enterprise number of its own. */
const DATA_ID = 'audit@32473'
const WORDS: Readonly<Record<string, string>> = auditActionMap('en')

/** RFC 5424, 6.3.3: these are escaped in a value. A line break would end a line of a file. */
const escaped = (value: string) =>
  value.replace(/["\\\]]/g, (character) => `\\${character}`).replace(/\p{Cc}/gu, ' ')

/** An entry as RFC 5424 has it, all its fields as structured data. */
export function syslogLine(entry: Copied): string {
  const { at, action, outcome, hash, detail, ...rest } = entry
  const priority = FACILITY * 8 + SEVERITY[outcome]
  const fields = { ...rest, outcome, hash: hash.toString('hex'), detail: JSON.stringify(detail) }
  const data = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}="${escaped(value ?? '')}"`)
  const head = `<${priority}>1 ${at}Z ${hostname().slice(0, 255)} mingmou - ${action}`
  return `${head} [${DATA_ID} ${data.join(' ')}] ${WORDS[action] ?? action}`
}

/** A batch is 500 lines. */
const PATIENCE_MS = 20_000

/** Resolves once the lines are where they go, in their order. */
export async function deliver(
  place: URL,
  lines: readonly string[],
  patienceMs = PATIENCE_MS,
): Promise<void> {
  if (place.protocol === 'file:') await append(fileURLToPath(place), lines)
  else await transmit(place, lines, patienceMs)
}

async function append(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    // A power cut may have left half a line.
    const torn = size > 0 && last.toString() !== '\n'
    await file.appendFile(`${torn ? '\n' : ''}${lines.join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * RFC 6587, 3.4.1: each message after its length. Plain TCP says nothing of what was read, so a
 * batch has a connection of its own: it counts once the receiver has closed it without a fault. All of
 * it has a time, whatever the receiver says meanwhile: one that sends a byte now and then holds nothing.
 */
async function transmit(
  { hostname: host, port }: URL,
  lines: readonly string[],
  patienceMs: number,
): Promise<void> {
  waits(host)
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port: Number(port) })
  const mute = () => socket.destroy(new Error('the receiver of syslog does not end'))
  const patience = setTimeout(mute, patienceMs)
  socket.resume()
  const framed = lines.map((line) => `${Buffer.byteLength(line)} ${line}`)
  socket.end(framed.join(''))
  await finished(socket).finally(() => clearTimeout(patience))
}
