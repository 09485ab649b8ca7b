import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { beginOf, message } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { echo, PeerRefused, withAssociation, type Peer } from '../../platform/dicom/association.ts'
import { part10, type DicomFile } from '../../platform/dicom/part10.ts'
import { failureOf, searchStudies, storeFile, type WebPeer } from '../../platform/dicom/stow.ts'
import { askByMllp, knock } from '../../platform/hl7/ask.ts'
import type { Far, Own } from '../../platform/line.ts'
import { OutwardRefused } from '../../platform/outward.ts'
import { reach } from '../../platform/reach.ts'
import { unreachedBy } from '../../platform/unreached.ts'
import { unsealFor } from '../deliveries/tokens.ts'
import { partsOf } from './certificate.ts'
import type { DestinationRow } from './queries.ts'
import type { ResultMessage } from './results.ts'

/** The other side answered, and refused: the words say what. */
export class Unsent extends Error {
  readonly reason: string
  /** The same again would be refused again: it is for a person to mend. */
  readonly final: boolean
  constructor(reason: string, final = false) {
    super(reason)
    this.reason = reason
    this.final = final
  }
}

const authorities = ({ config }: Context): string[] => {
  const { caFile } = config.peers
  return [...rootCertificates, ...(caFile === null ? [] : [readFileSync(caFile, 'utf8')])]
}

const certificateOf = (ctx: Context, row: DestinationRow): Own | null =>
  row.certificate && partsOf(unsealFor(ctx, row.destination_id, 'certificate', row.certificate))

async function farOf(ctx: Context, row: DestinationRow): Promise<Far> {
  const { networks } = ctx.config.peers
  const host = row.host ?? ''
  const { address } = await reach(host, { networks, secure: row.tls })
  const tls = row.tls ? { host, ca: authorities(ctx), own: certificateOf(ctx, row) } : null
  return { address, port: row.port ?? 0, tls }
}

async function peerOf(ctx: Context, row: DestinationRow): Promise<Peer> {
  const titles = { calling: row.calling_title ?? '', called: row.called_title ?? '' }
  return { ...(await farOf(ctx, row)), ...titles }
}

async function webPeerOf(ctx: Context, row: DestinationRow): Promise<WebPeer> {
  const { networks } = ctx.config.peers
  const url = row.url ?? ''
  const { hostname, protocol } = new URL(url)
  const at = await reach(hostname, { networks, secure: protocol === 'https:' })
  const token = row.token && unsealFor(ctx, row.destination_id, 'token', row.token)
  return { url, token, at, ca: authorities(ctx), own: certificateOf(ctx, row) }
}

/** Resolves where the other side answers. */
export async function askDestination(ctx: Context, row: DestinationRow): Promise<void> {
  if (row.kind === 'hl7') {
    await knock(await farOf(ctx, row))
    return
  }
  if (row.kind === 'stow') {
    const { status } = await searchStudies(await webPeerOf(ctx, row))
    if (status !== 204) refuseUnless(status)
    return
  }
  requireStored(await echo(await peerOf(ctx, row)))
}

/** Resolves where the archive says that it has the file. */
export async function sendFile(ctx: Context, row: DestinationRow, file: DicomFile): Promise<void> {
  if (row.kind === 'stow') {
    const { status, body } = await storeFile(await webPeerOf(ctx, row), part10(file))
    const failure = failureOf(body)
    if (failure !== null) requireStored(failure)
    else refuseUnless(status)
    return
  }
  const { sopClass, syntax, sopInstance, dataset } = file
  const wanted = { sopClass, syntax }
  const peer = await peerOf(ctx, row)
  const { status } = await withAssociation(peer, [wanted], (association) =>
    association.ask(wanted, { instance: sopInstance, dataset }),
  )
  requireStored(status)
}

/** An answer of the enhanced mode, which nobody asked for, says the same. */
const ACCEPTED = ['AA', 'CA']
/** How many letters of others' words are shown and kept. */
const MOST_WORDS = 300

/** Resolves where the system says that it has the result. */
export async function sendResult(
  ctx: Context,
  row: DestinationRow,
  { id, bytes }: ResultMessage,
): Promise<void> {
  const { ack, words } = await askByMllp(await farOf(ctx, row), bytes, id)
  if (ACCEPTED.includes(ack)) return
  const said = beginOf(`${ack} ${words}`.replaceAll(/\p{Cc}/gu, ' ').trim(), MOST_WORDS)
  throw new Unsent(message('destination_refused', said), true)
}

/** It has this instance already. */
const DUPLICATE = 0x0111

/** Stored, stored with a warning (PS3.4 B.2.3), or there before. */
function requireStored(status: number): void {
  if (status === 0 || status === DUPLICATE || (status & 0xf000) === 0xb000) return
  const code = status.toString(16).toUpperCase().padStart(4, '0')
  throw new Unsent(message('destination_status', code))
}

function refuseUnless(status: number): void {
  if (status === 200 || status === 202) return
  if (status === 401 || status === 403) throw new Unsent('destination_token')
  if (status === 404 || status === 405) throw new Unsent('destination_address')
  throw new Unsent(message('destination_status', status))
}

const OF_REFUSED = {
  private: 'destination_private',
  'not-https': 'destination_plain',
  'too-large': 'destination_broken',
} as const satisfies Record<OutwardRefused['why'], string>

const OF_PEER = {
  rejected: 'destination_rejected',
  class: 'destination_class',
  aborted: 'destination_broken',
} as const satisfies Record<PeerRefused['why'], string>

/** Alerts of a server that wants another certificate of ours, or any (RFC 8446, 6.2). */
const OUR_CERTIFICATE =
  /^ERR_SSL_\w*ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE)$/

/** Why a document did not go, as an encoded message. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unsent) return error.reason
  if (error instanceof OutwardRefused) return OF_REFUSED[error.why]
  if (error instanceof PeerRefused) return OF_PEER[error.why]
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && OUR_CERTIFICATE.test(code)) return 'destination_certificate'
  const why = unreachedBy(error)
  if (why !== null) return `destination_${why}`
  const { cause } = error as { cause?: unknown }
  return cause === undefined || cause === null ? 'delivery_failed' : reasonOf(cause)
}

/** Nothing else will go through to it at the moment either. */
export const isAway = (reason: string): boolean =>
  ['destination_no_host', 'destination_down', 'destination_silent'].includes(reason)
