import {
  IMAGE_LIMITS,
  MODALITY,
  type ArchiveCalls,
  type BodyOf,
  type Modality,
} from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { createArchive } from '../archives/service.ts'
import { findProven, type Proven } from '../batch/received.ts'
import { findEver, type DeviceRow } from '../devices/device.ts'
import * as received from './queries.ts'

/** So long after its last file a device is taken to have sent all, although it keeps its connection. */
const QUIET_MS = 3000

/**
 * Files what proves its patient, each patient's photographs of a day as one sitting. While more of the device is still
 * to be read nothing is filed, nor while it may be sending, where `quiet` asks for that: photographs that were sent
 * together are filed together. Nobody's eyes are on it: what is refused waits for a person.
 */
export async function fileProven(
  ctx: Context,
  oid: string,
  device_id: string,
  { quiet }: { quiet: boolean },
): Promise<void> {
  await oneAtATime(ctx, device_id, async () => {
    const found = await withInstitution(ctx.db, oid, async (trx) => {
      if (await received.hasUnread(trx, oid, device_id)) return null
      const before = new Date(ctx.now().getTime() - QUIET_MS)
      if (quiet && (await received.hasSince(trx, oid, device_id, before))) return null
      const proven = await findProven(ctx, trx, { oid, uid: device_id })
      const revoked = await received.findTakenBack(
        trx,
        oid,
        proven.map(({ key }) => key),
      )
      const device = await findEver(trx, oid, device_id)
      return { device, proven: proven.filter(({ key }) => !revoked.has(key)) }
    })
    for (const sitting of sittingsOf(found?.proven ?? []))
      if (found) await fileSitting(ctx, found.device, sitting)
  })
}

/** Of two workers that read files of one device the second waits, and sees what the first has filed. */
const oneAtATime = (ctx: Context, device_id: string, work: () => Promise<void>): Promise<void> =>
  ctx.db.connection().execute(async (held) => {
    const key = `filing ${device_id}`
    await sql`select pg_advisory_lock(hashtext(${key}))`.execute(held)
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${key}))`.execute(held)
    }
  })

function sittingsOf(proven: readonly Proven[]): Proven[][] {
  const groups = new Map<string, Proven[]>()
  for (const file of proven) {
    const key = `${file.pid} ${file.record_date}`
    groups.set(key, [...(groups.get(key) ?? []), file])
  }
  const { perArchive } = IMAGE_LIMITS
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / perArchive) }, (_, part) =>
      group.slice(part * perArchive, (part + 1) * perArchive),
    ),
  )
}

/** The device stands for whoever files: it has no account, and opens nothing. */
const asCaller = ({ device_id, oid, name }: DeviceRow): Caller<Clinician> => ({
  actor: { uid: device_id, sid: '', role: '4', oid, name, account_type: 2 },
  ip: '',
  language: 'zh-CN',
})

async function fileSitting(
  ctx: Context,
  device: DeviceRow,
  sitting: readonly Proven[],
): Promise<void> {
  const [first] = sitting
  if (!first) return
  try {
    await create(ctx, device, first, sitting)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // One that is refused stops no other.
    if (sitting.length > 1) for (const file of sitting) await fileSitting(ctx, device, [file])
  }
}

async function create(
  ctx: Context,
  device: DeviceRow,
  { pid, record_date }: Proven,
  sitting: readonly Proven[],
): Promise<void> {
  const modality: Modality = device.modality
  const body = MODALITY[modality].calls.archive.create.body.parse({
    pid,
    record_date,
    collect_device: device.collect_device,
    ...device.fields,
    files_path: sitting.map(({ key }) => key),
    eyes: sitting.map(({ eye }) => eye),
    repeated: [],
    join: true,
    batch: sitting.length > 4,
  }) as BodyOf<ArchiveCalls['create']>
  await createArchive(ctx, asCaller(device), modality, body)
  await withInstitution(ctx.db, device.oid, (trx) =>
    ctx.events.send(trx, { oid: device.oid }, 'received', { device_id: device.device_id }),
  )
}
