import type { Context } from '../../context.ts'
import { eachAlone, HOUR_MS, type Duty } from '../../duty.ts'

const DAY_MS = 24 * HOUR_MS
/**
 * Older keys were checked when they were younger. A sweep costs as much as a week's work, not a
 * decade's.
 */
const LOOKED_AT_MS = 8 * DAY_MS

/** Removes what lies longer than so long below a folder. */
export async function removeOlder(ctx: Context, prefix: string, ms: number): Promise<void> {
  const old: string[] = []
  for await (const { key, modified } of ctx.files.list(prefix)) {
    if (ctx.now().getTime() - modified.getTime() >= ms) old.push(key)
  }
  await ctx.files.remove(old)
}

/**
 * Removes files without a record, which a killed program leaves. Files of deleted records stay until
 * they are erased. Keys are `<prefix><institution>/<record>/…`. `keysOf` returns those of a record
 * that are in use.
 */
async function sweep(
  ctx: Context,
  prefix: string,
  keysOf: (ctx: Context, oid: string, record: string) => Promise<readonly (string | null)[]>,
): Promise<void> {
  const records = new Map<string, string[]>()
  for await (const { key, modified } of ctx.files.list(prefix)) {
    const age = ctx.now().getTime() - modified.getTime()
    if (age < DAY_MS || age > LOOKED_AT_MS) continue
    const record = key.split('/').slice(1, 3).join('/')
    records.set(record, [...(records.get(record) ?? []), key])
  }
  await eachAlone(ctx, [...records], async ([record, keys]) => {
    const [oid = '', id = ''] = record.split('/')
    const used = new Set(await keysOf(ctx, oid, id))
    await ctx.files.remove(keys.filter((key) => !used.has(key)))
  })
}

/** Every hour, the files below a folder that no record names. */
export const sweptHourly = (prefix: string, keysOf: Parameters<typeof sweep>[2]): Duty => ({
  name: `files without a record below ${prefix}`,
  everyMs: HOUR_MS,
  run: (ctx) => sweep(ctx, prefix, keysOf),
})
