import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/networks.ts'

const KEPT_MS = 30 * 86_400_000

/** Records the place of a proven login. Places older than 30 days are forgotten. */
export async function notePlace(
  trx: Trx,
  { uid, ip, now }: { uid: string; ip: string; now: Date },
): Promise<void> {
  await trx
    .deleteFrom('known_places')
    .where('uid', '=', uid)
    .where('seen_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
  await trx
    .insertInto('known_places')
    .values({ uid, ip: networkOf(ip), seen_at: now })
    .onConflict((conflict) => conflict.columns(['uid', 'ip']).doUpdateSet({ seen_at: now }))
    .execute()
}

/** Whether anybody has logged in at this place. The answer says nothing about any one account. */
export async function isAnybodysPlace(db: Db, ip: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from known_places
    where ip = ${networkOf(ip)} and seen_at >= ${new Date(now.getTime() - KEPT_MS)}) as known`.execute(
    db,
  )
  return rows[0]?.known === true
}

/** Also queried without an account, so that it takes as long. */
export async function isKnownPlace(
  db: Db,
  { uid, ip, now }: { uid: string | null; ip: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from known_places
    where uid = ${uid}::uuid and ip = ${networkOf(ip)} and seen_at >= ${new Date(now.getTime() - KEPT_MS)})
    as known`.execute(db)
  return rows[0]?.known === true
}
