import { DEVICES, ECHO_OUTCOMES, ERROR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { askEcho } from '../../platform/dicom/echo.ts'
import { audit } from '../audit/service.ts'
import { countTry } from '../sessions/throttle.ts'
import { singleAddresses } from './addresses.ts'
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
  const outcome = await askEcho({ host, port: device.port, calling, called: device.ae_title })
  const entry = {
    actor,
    ip,
    action: 'device.echo',
    detail: { device: device_id, outcome },
  } as const
  await withInstitution(ctx.db, oid, (trx) => audit(trx, entry))
  return { outcome }
}
