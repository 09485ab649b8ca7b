import {
  DEVICES,
  archiveEntry,
  ERROR,
  message,
  type addDevice,
  type BodyOf,
  type DataOf,
  type Device,
  type DeviceFault,
  type listDevices,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { violates } from '../../platform/database/violation.ts'
import { audit } from '../audit/service.ts'
import { plainAddress, isListed } from '../../platform/networks.ts'
import type { DeviceRow } from './device.ts'
import * as devices from './queries.ts'

type Given = BodyOf<typeof addDevice>

const toDevice = (row: DeviceRow): Device => ({
  device_id: row.device_id,
  name: row.name,
  ae_title: row.ae_title,
  addresses: row.addresses,
  port: row.port,
  modality: row.modality,
  collect_device: row.collect_device,
  img_type: row.fields.img_type ?? null,
  heard_at: row.heard_at?.toISOString() ?? null,
  fault: row.fault,
  fault_at: row.fault_at?.toISOString() ?? null,
})

export async function openDevices(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  page: BodyOf<typeof listDevices>,
): Promise<DataOf<typeof listDevices>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const found = await devices.findDevices(trx, oid, page)
    await audit(trx, { actor, ip, action: 'device.list' })
    const { dicom } = ctx.config
    return {
      ...found,
      rows: found.rows.map(toDevice),
      called: {
        ae_title: await devices.findTitle(trx, oid),
        port: dicom?.port ?? null,
        tls: (dicom?.tls ?? null) !== null,
      },
    }
  })
}

/** A row of what was given. The kind of image says which fields its archives have. */
function rowOf({ name, ae_title, addresses, port, modality, collect_device, img_type }: Given) {
  const { fields } = archiveEntry(modality).archive
  const given = z.object(fields).safeParse(img_type === undefined ? {} : { img_type })
  if (!given.success) throw invalid({ img_type: 'required' })
  return {
    name,
    ae_title,
    addresses: [...new Set(addresses)],
    port: port ?? null,
    modality,
    collect_device,
    fields: JSON.stringify(given.data),
  }
}

/** A title that is taken is refused at its field. */
async function refusingTaken<T>(index: string, change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!violates(error, index)) throw error
    const taken = 'ae_title_taken'
    throw new Refusal(ERROR.conflict, taken, {}, { ae_title: taken })
  }
}

export async function createDevice(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  given: Given,
): Promise<{ device_id: string }> {
  const { oid, uid } = actor
  const device_id = newId()
  const row = rowOf(given)
  const add = async (trx: Trx) => {
    if ((await devices.countDevices(trx, oid)) >= DEVICES.most)
      throw new Refusal(ERROR.limitReached, message('devices_reached', DEVICES.most))
    await devices.insertDevice(trx, { device_id, ...row, oid, created_by: uid })
    await audit(trx, { actor, ip, action: 'device.add', detail: { device: device_id } })
  }
  await refusingTaken('devices_ae_title', withInstitution(ctx.db, oid, add))
  return { device_id }
}

export async function changeDevice(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { device_id, ...given }: Given & { device_id: string },
): Promise<void> {
  const { oid } = actor
  const change = async (trx: Trx) => {
    if (!(await devices.findDevice(trx, oid, device_id))) throw notFound()
    await devices.updateDevice(trx, oid, device_id, rowOf(given))
    await audit(trx, { actor, ip, action: 'device.set', detail: { device: device_id } })
  }
  await refusingTaken('devices_ae_title', withInstitution(ctx.db, oid, change))
}

export async function removeDevice(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  device_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    if (!(await devices.updateDevice(trx, oid, device_id, { deleted_at: ctx.now() })))
      throw notFound()
    await audit(trx, { actor, ip, action: 'device.delete', detail: { device: device_id } })
  })
}

export async function setTitle(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  ae_title: string,
): Promise<void> {
  const { oid } = actor
  const change = async (trx: Trx) => {
    await devices.updateTitle(trx, oid, ae_title)
    await audit(trx, { actor, ip, action: 'device.set-title', detail: { ae_title } })
  }
  await refusingTaken('institutions_ae_title_key', withInstitution(ctx.db, oid, change))
}

/** The name by which other systems call an institution, and the institution of such a name where it may work. */
export const titleOf = (trx: Trx, oid: string): Promise<string> => devices.findTitle(trx, oid)
export const institutionOf = (ctx: Context, ae_title: string): Promise<string | undefined> =>
  devices.findCalled(ctx.db, ae_title)

export interface Calling {
  oid: string
  device: DeviceRow
}

/**
 * Who calls: a device of the institution that it calls, from an address of its own. Otherwise why not. A device that is
 * known by name is told what is wrong on its page.
 */
export async function findCaller(
  ctx: Context,
  { calling, called, address }: { calling: string; called: string; address: string },
): Promise<Calling | 'called' | 'calling'> {
  const oid = await devices.findCalled(ctx.db, called)
  if (oid === undefined) return 'called'
  return withInstitution(ctx.db, oid, async (trx) => {
    const device = await devices.findCalling(trx, oid, calling)
    if (!device) return 'calling'
    if (!isListed(device.addresses, plainAddress(address))) {
      await devices.updateFault(trx, oid, device.device_id, {
        fault: 'address',
        fault_at: ctx.now(),
      })
      return 'calling'
    }
    await devices.updateDevice(trx, oid, device.device_id, { heard_at: ctx.now() })
    return { oid, device }
  })
}

/** All devices of the institution. */
export const devicesOf = (trx: Trx, oid: string): Promise<DeviceRow[]> => devices.findAll(trx, oid)

/** A connection of a device brought files, and nothing went wrong with it. */
export const noteWell = (trx: Trx, oid: string, device_id: string): Promise<void> =>
  devices.forgetFault(trx, oid, device_id)

/** What went wrong with a device stays on its page until it sends without a fault. */
export const noteFault = (
  ctx: Context,
  { oid, device }: Calling,
  fault: DeviceFault,
): Promise<void> =>
  withInstitution(ctx.db, oid, (trx) =>
    devices.updateFault(trx, oid, device.device_id, { fault, fault_at: ctx.now() }),
  )
