import { ERROR, message, type MessageKey } from '@mingmou/contract'
import { sql, type SqlBool } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import { inTurnsByKind, isStranger } from '../../http/turns.ts'
import type { Trx } from '../../platform/database/database.ts'

/** Whose upload it is; null: of a visitor. */
export type Uploader = Pick<Actor, 'uid' | 'oid' | 'role'> | null

/** A form for a key among others has no folder for itself: the key stands for it. */
export function folderOf(key: string): string {
  const parts = key.split('/')
  return parts.length > 4 ? `${parts.slice(0, 4).join('/')}/` : key
}

interface Bound {
  name: string
  whose: ReturnType<typeof sql<SqlBool>>
  most: number
  said: MessageKey
}

/** The narrowest first, so that the refusal says what its reader can do. */
function boundsOf({ config: { unfiled } }: Context, by: Uploader): Bound[] {
  const strangers: Bound = {
    name: 'strangers',
    whose: sql<SqlBool>`stranger`,
    most: unfiled.strangers,
    said: 'unfiled_strangers',
  }
  if (by === null) return [strangers]
  const own = { name: by.uid, whose: sql<SqlBool>`uid = ${by.uid}` }
  if (isStranger(by))
    return [{ ...own, most: unfiled.trialAccount, said: 'unfiled_trial' }, strangers]
  const account: Bound = { ...own, most: unfiled.account, said: 'unfiled_account' }
  if (by.oid === null) return [account]
  const institution = { name: by.oid, whose: sql<SqlBool>`oid = ${by.oid}` }
  return [account, { ...institution, most: unfiled.institution, said: 'unfiled_institution' }]
}

/** What would be over a bound if these bytes came. Uploads of the same bound wait for each other here. */
async function overIn(trx: Trx, bounds: readonly Bound[], bytes: number): Promise<Bound | null> {
  // The widest first, by everybody.
  for (const { name } of bounds.toReversed())
    await sql`select pg_advisory_xact_lock(hashtext(${`unfiled ${name}`}))`.execute(trx)
  for (const bound of bounds) {
    const { sum } = await trx
      .selectFrom('unfiled_uploads')
      .select(sql<string>`coalesce(sum(bytes), 0)`.as('sum'))
      .where(bound.whose)
      .executeTakeFirstOrThrow()
    if (Number(sum) + bytes > bound.most) return bound
  }
  return null
}

/** Who waits for a count holds a connection to the database: never many at once. */
const counting = inTurnsByKind({ staff: 2, strangers: 1 })

/**
 * Counts bytes before they come, and refuses those that are over a bound. Returns the number
 * under which they are counted.
 */
export async function countUpload(
  ctx: Context,
  by: Uploader,
  key: string,
  bytes: number,
): Promise<string> {
  const bounds = boundsOf(ctx, by)
  const take = () =>
    ctx.db.transaction().execute(async (trx) => {
      // No count waits for the disk: a fault may forget the last, and the sweep finds it again.
      await sql`select set_config('synchronous_commit', 'off', true)`.execute(trx)
      const over = await overIn(trx, bounds, bytes)
      if (over) return { over, upload_id: '' }
      const upload_id = newId()
      const whose = { uid: by?.uid ?? null, oid: by?.oid ?? null, stranger: isStranger(by) }
      const row = { upload_id, folder: folderOf(key), ...whose, bytes, begun_at: ctx.now() }
      await trx.insertInto('unfiled_uploads').values(row).execute()
      return { over: null, upload_id }
    })
  const count = () => counting({ actor: by, ip: '' }, take)
  let counted = await count()
  if (counted.over && (await settleOf(ctx, counted.over))) counted = await count()
  const { over, upload_id } = counted
  if (over === null) return upload_id
  const mebibytes = Math.floor(over.most / 1_048_576)
  throw new Refusal(ERROR.limitReached, message(over.said, mebibytes))
}

/** So many bytes came; null: none did. */
export async function settleUpload(
  ctx: Context,
  upload_id: string,
  bytes: number | null,
): Promise<void> {
  const { db } = ctx
  if (bytes === null)
    await db.deleteFrom('unfiled_uploads').where('upload_id', '=', upload_id).execute()
  else
    await db
      .updateTable('unfiled_uploads')
      .set({ bytes })
      .where('upload_id', '=', upload_id)
      .execute()
}

/** Removes uploads that were taken in or given up, and counts them no more. */
export async function removeUploads(ctx: Context, keys: readonly string[]): Promise<void> {
  await ctx.files.remove(keys)
  const folders = [...new Set(keys.map(folderOf))]
  if (folders.length === 0) return
  await ctx.db.deleteFrom('unfiled_uploads').where('folder', 'in', folders).execute()
}

/** An upload that is kept under another key from now on, and filed no more than before: it is counted there. */
export async function moveUpload(ctx: Context, from: string, to: string): Promise<void> {
  await ctx.db
    .updateTable('unfiled_uploads')
    .set({ folder: folderOf(to) })
    .where('folder', '=', folderOf(from))
    .execute()
  await ctx.files.remove([from])
}

/** A form lives 15 minutes, and what began by it ten more. */
const COMING_MS = 30 * 60_000
/** Who is over a bound makes the program look at the store no more often. */
const SETTLED_MS = 10_000
const settled = new Map<string, number>()

/** True where some of what a bound counts is gone, as after a removal that this program did not see. */
async function settleOf(ctx: Context, { name, whose }: Bound): Promise<boolean> {
  const at = Date.now()
  for (const [old, since] of settled) if (at - since > SETTLED_MS) settled.delete(old)
  if (settled.has(name)) return false
  settled.set(name, at)
  return settleThose(ctx, whose)
}

async function settleThose(ctx: Context, whose: ReturnType<typeof sql<SqlBool>>): Promise<boolean> {
  const rows = await ctx.db.selectFrom('unfiled_uploads').selectAll().where(whose).execute()
  let changed = false
  for (const { upload_id, folder, begun_at, bytes } of rows) {
    const there = await bytesBelow(ctx, folder)
    const coming = ctx.now().getTime() - begun_at.getTime() < COMING_MS
    if (there === Number(bytes) || (there === 0 && coming)) continue
    await settleUpload(ctx, upload_id, there === 0 ? null : there)
    changed = true
  }
  return changed
}

async function bytesBelow(ctx: Context, folder: string): Promise<number> {
  let sum = 0
  for await (const { key } of ctx.files.list(folder)) sum += (await ctx.files.stat(key))?.size ?? 0
  return sum
}

/** Counts what is there, and nothing that is gone. */
export const settleUploads = (ctx: Context): Promise<boolean> =>
  settleThose(ctx, sql<SqlBool>`true`)
