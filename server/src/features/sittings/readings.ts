import { MODALITY, type ReadingRole, type ReadingState } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'

/** Readings of a sitting as it is now: those from before its last photographs came are read anew. */
export async function findReadings(trx: Trx, oid: string, rid: string) {
  return trx
    .selectFrom('readings')
    .innerJoin('accounts', 'accounts.uid', 'readings.created_by')
    .selectAll('readings')
    .select('accounts.name as reader')
    .where('readings.oid', '=', oid)
    .where('rid', '=', rid)
    .where('photographs', '=', (row) =>
      row
        .selectFrom('archive_images')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('archive_images.rid', '=', rid),
    )
    .orderBy('signed_at')
    .orderBy('reading_id')
    .execute()
}
export type ReadingRow = Awaited<ReturnType<typeof findReadings>>[number]

/** What a sitting waits for, by its readings; null where they have ended. */
export function awaitedOf(readings: readonly ReadingRow[]): ReadingRole | null {
  const newest = readings.at(-1)
  return newest === undefined ? 'first' : newest.awaits
}

interface Sitting {
  rid: string
  modality: keyof typeof MODALITY
  status: string
}

/** Whether a sitting is read by the rule: photographs that have stages, once they are analysed. */
export const isRead = ({ modality, status }: Pick<Sitting, 'modality' | 'status'>): boolean =>
  MODALITY[modality].staged && status === 'done'

/** Whether an account may give a reading. Nobody reads a sitting twice, but an arbitrator who decides anew. */
export const mayRead = (
  role: ReadingRole,
  readings: readonly ReadingRow[],
  { uid, arbiter }: { uid: string; arbiter: boolean },
): boolean =>
  !readings.some((reading) => reading.created_by === uid && reading.role !== 'arbitrator') &&
  (role === 'arbitrator' ? arbiter : true)

export async function isArbiter(trx: Trx, uid: string): Promise<boolean> {
  const found = await trx
    .selectFrom('accounts')
    .select('arbiter')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return found?.arbiter ?? false
}

/** Where the readings of a sitting are, for a page; null where no rule asks for any. */
export async function stateOfReadings(
  trx: Trx,
  { oid, uid, reading_rule = 'none' }: Clinician,
  sitting: Sitting,
): Promise<ReadingState | null> {
  if (reading_rule === 'none' || !isRead(sitting)) return null
  const readings = await findReadings(trx, oid, sitting.rid)
  const awaits = awaitedOf(readings)
  if (awaits === null) return { awaits, mine: false, held_by: null }
  const arbiter = awaits === 'arbitrator' && (await isArbiter(trx, uid))
  const hold = await trx
    .selectFrom('reading_holds')
    .innerJoin('accounts', 'accounts.uid', 'reading_holds.uid')
    .select('accounts.name')
    .where('rid', '=', sitting.rid)
    .where('reading_holds.role', '=', awaits)
    .where('reading_holds.uid', '<>', uid)
    .where('kept_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return { awaits, mine: mayRead(awaits, readings, { uid, arbiter }), held_by: hold?.name ?? null }
}
