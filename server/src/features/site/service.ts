import type { DataOf, getStatistics } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'

const FRESH_MS = 60_000

/** The live figures of the home page, counted at most once a minute. */
export function statistics(ctx: Context): () => Promise<DataOf<typeof getStatistics>> {
  let counted: { at: number; all: Promise<number> } | undefined
  return async () => {
    const now = ctx.now().getTime()
    if (!counted || now - counted.at >= FRESH_MS) {
      const all = countImages(ctx)
      counted = { at: now, all }
      all.catch(() => (counted = undefined))
    }
    return { imageNumber: { all: await counted.all }, contact: ctx.config.contact }
  }
}

async function countImages(ctx: Context): Promise<number> {
  const { rows } = await sql<{ all: number }>`SELECT image_count()::int AS "all"`.execute(ctx.db)
  return rows[0]?.all ?? 0
}
