import { DEVICES, ECHO_OUTCOMES, ERROR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { echo, PeerRefused, type Peer } from '../../platform/dicom/association.ts'
import { singleAddresses } from '../../platform/networks.ts'
import { OutwardRefused } from '../../platform/outward.ts'
import { reach } from '../../platform/reach.ts'
import { audit } from '../audit/service.ts'
import { countTry } from '../sessions/throttle.ts'
import { findDevice, findTitle } from './queries.ts'

type Outcome = (typeof ECHO_OUTCOMES)[number]

/** Asks a device at the first of its addresses that is no network. The tries of an institution are counted. */
export async function testEcho(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  device_id: string,
): Promise<{ outcome: Outcome }> {
  const { oid } = actor
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const device = await findDevice(trx, oid, device_id)
    if (!device) throw notFound()
    return { device, calling: await findTitle(trx, oid) }
  })
  const { device, calling } = found
  const [host] = singleAddresses(device.addresses)
  // Where nothing is received nobody is asked either: the operator has not opened DICOM.
  if (host === undefined || device.port === null || ctx.config.dicom === null)
    throw new Refusal(ERROR.conflict, 'echo_no_address')
  await countTry(ctx, `echo of ${oid}`, DEVICES.echoes)
  const titles = { calling, called: device.ae_title }
  const outcome = await ask(ctx, host, { port: device.port, ...titles })
  const entry = {
    actor,
    ip,
    action: 'device.echo',
    detail: { device: device_id, outcome },
  } as const
  await withInstitution(ctx.db, oid, (trx) => audit(trx, entry))
  return { outcome }
}

/** Only in networks that the operator named: the answer says what lies at an address that the main account typed. */
async function ask(
  { config }: Context,
  host: string,
  peer: Omit<Peer, 'address' | 'tls'>,
): Promise<Outcome> {
  try {
    const { address } = await reach(host, { networks: config.peers.networks, secure: false })
    return (await echo({ address, tls: null, ...peer })) === 0 ? 'answered' : 'refused'
  } catch (error) {
    if (error instanceof OutwardRefused) return 'not_asked'
    const hungUp = (error as { code?: unknown }).code === 'ECONNRESET'
    return hungUp || error instanceof PeerRefused ? 'refused' : 'silent'
  }
}
