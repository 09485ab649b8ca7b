import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Trx } from '../../platform/database/database.ts'

/** HMAC-SHA256 of the id of the sitting: its first four bytes, of 10,000. Whoever has the secret can work it out again. */
export const drawOf = (secret: string, rid: string): number =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(rid).digest().readUInt32BE(0) % 10_000

/** The secret in use, made where there is none. What it commits to is told before the first draw. */
export async function secretOf(trx: Trx, oid: string, now: Date) {
  const used = await trx
    .selectFrom('reading_secrets')
    .select(['secret', 'commitment'])
    .where('oid', '=', oid)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (used) return used
  const bytes = randomBytes(32)
  const made = {
    secret: bytes.toString('hex'),
    commitment: createHash('sha256').update(bytes).digest('hex'),
  }
  await trx
    .insertInto('reading_secrets')
    .values({ ...made, oid, made_at: now, ended_at: null })
    .execute()
  return made
}
