import {
  ERROR,
  HL7,
  message,
  MODALITIES,
  type addHl7Peer,
  type BodyOf,
  type DataOf,
  type Hl7Fault,
  type Hl7Peer,
  type listHl7Peers,
  type Modality,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { violates } from '../../platform/database/violation.ts'
import { isListed, plainAddress } from '../../platform/networks.ts'
import { audit } from '../audit/service.ts'
import { institutionOf, titleOf } from '../devices/service.ts'
import * as hl7 from './queries.ts'

type Given = BodyOf<typeof addHl7Peer>

const toPeer = (row: hl7.PeerRow): Hl7Peer => ({
  peer_id: row.peer_id,
  name: row.name,
  application: row.application,
  facility: row.facility,
  addresses: row.addresses,
  codes: row.codes,
  heard_at: row.heard_at?.toISOString() ?? null,
  fault: row.fault,
  fault_at: row.fault_at?.toISOString() ?? null,
})

export async function openPeers(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  page: BodyOf<typeof listHl7Peers>,
): Promise<DataOf<typeof listHl7Peers>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const found = await hl7.findPeers(trx, oid, page)
    await audit(trx, { actor, ip, action: 'hl7.peers' })
    const { hl7: listening } = ctx.config
    return {
      ...found,
      rows: found.rows.map(toPeer),
      waiting: await hl7.countWaiting(trx, oid),
      called: {
        facility: await titleOf(trx, oid),
        port: listening?.port ?? null,
        tls: (listening?.tls ?? null) !== null,
      },
    }
  })
}

/** The systems of an institution, and how many messages of each wait for a person. */
export async function systemsOf(
  trx: Trx,
  oid: string,
): Promise<{ peer: hl7.PeerRow; waiting: number }[]> {
  const { rows } = await hl7.findPeers(trx, oid, { page: 1, size: HL7.most })
  const waiting = await hl7.waitingBySystem(trx, oid)
  return rows.map((peer) => ({ peer, waiting: waiting.get(peer.peer_id) ?? 0 }))
}

/** A row of what was given. A code means one kind of image. */
function rowOf({ name, application, facility, addresses, ...given }: Given) {
  const codes: Partial<Record<Modality, string[]>> = {}
  const taken = new Set<string>()
  for (const { key } of MODALITIES) {
    const own = [...new Set(given[`codes_${key}`])]
    if (own.some((code) => taken.has(code))) throw invalid({ [`codes_${key}`]: 'hl7_code_twice' })
    for (const code of own) taken.add(code)
    codes[key] = own
  }
  const rest = { addresses: [...new Set(addresses)], codes: JSON.stringify(codes) }
  return { name, application, facility, ...rest }
}

/** A sender that is registered already is refused at its field. */
async function refusingTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!violates(error, 'hl7_peers_sender')) throw error
    const taken = 'hl7_sender_taken'
    throw new Refusal(ERROR.conflict, taken, {}, { application: taken })
  }
}

export async function createPeer(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  given: Given,
): Promise<{ peer_id: string }> {
  const { oid, uid } = actor
  const peer_id = newId()
  const row = rowOf(given)
  const add = async (trx: Trx) => {
    if ((await hl7.countPeers(trx, oid)) >= HL7.most)
      throw new Refusal(ERROR.limitReached, message('hl7_peers_reached', HL7.most))
    await hl7.insertPeer(trx, { peer_id, ...row, fault: null, oid, created_by: uid })
    await audit(trx, { actor, ip, action: 'hl7.add', detail: { peer: peer_id } })
  }
  await refusingTaken(withInstitution(ctx.db, oid, add))
  return { peer_id }
}

export async function changePeer(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { peer_id, ...given }: Given & { peer_id: string },
): Promise<void> {
  const { oid } = actor
  const row = rowOf(given)
  const change = async (trx: Trx) => {
    if (!(await hl7.updatePeer(trx, oid, peer_id, row))) throw notFound()
    await audit(trx, { actor, ip, action: 'hl7.set', detail: { peer: peer_id } })
  }
  await refusingTaken(withInstitution(ctx.db, oid, change))
}

export async function removePeer(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  peer_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    if (!(await hl7.updatePeer(trx, oid, peer_id, { deleted_at: ctx.now() }))) throw notFound()
    await audit(trx, { actor, ip, action: 'hl7.delete', detail: { peer: peer_id } })
  })
}

/** A registered system, and the institution that it sends to. */
export interface Sending {
  oid: string
  peer: hl7.PeerRow
}

/** The time at which a system was heard is written at most so often: lines that write one row wait for each other. */
const HEARD_MS = 10_000

/**
 * Who sends: a system of the institution that its message names, from an address of its own. One that is known by name
 * and calls from elsewhere is named on its page.
 */
export async function findSending(
  ctx: Context,
  {
    called,
    address,
    ...named
  }: { called: string; address: string; application: string; facility: string },
): Promise<Sending | null> {
  const oid = await institutionOf(ctx, called)
  if (oid === undefined) return null
  return withInstitution(ctx.db, oid, async (trx) => {
    const peer = await hl7.findNamed(trx, oid, named)
    if (!peer) return null
    const now = ctx.now()
    if (!isListed(peer.addresses, plainAddress(address))) {
      await hl7.updateFault(trx, oid, peer.peer_id, { fault: 'address', fault_at: now })
      return null
    }
    if (now.getTime() - (peer.heard_at?.getTime() ?? 0) > HEARD_MS)
      await hl7.updatePeer(trx, oid, peer.peer_id, { heard_at: now })
    return { oid, peer }
  })
}

/** What went wrong with a system stays on its page until a message of it is taken in. */
export const noteFault = (
  ctx: Context,
  { oid, peer }: Sending,
  fault: Hl7Fault,
): Promise<boolean> =>
  withInstitution(ctx.db, oid, (trx) =>
    hl7.updateFault(trx, oid, peer.peer_id, { fault, fault_at: ctx.now() }),
  )
