import type { Context } from '../../context.ts'
import * as exports from './export-queries.ts'
import { findNames } from './queries.ts'
import { within } from './service.ts'

interface Made {
  dataset: string
  oid: string | null
  images: string[] | null
}

/**
 * Whether each photograph of an export may still be seen: it is shared, is not withheld, and neither it,
 * nor its sitting or patient was deleted. Of an export from before it is not known what is in it.
 */
export async function isWhole(ctx: Context, { dataset, oid, images }: Made): Promise<boolean> {
  if (images === null) return false
  const scope = { dataset, oid }
  const there = await within(ctx, oid, (trx) =>
    findNames(trx, scope, { images, released: true }, images.length),
  )
  return there.length === new Set(images).size
}

/** Ends finished exports with a photograph that may not be seen any more, and removes their files. */
export async function endBroken(
  ctx: Context,
  wanted: Parameters<typeof exports.findDone>[1],
): Promise<void> {
  for (const made of await exports.findDone(ctx.db, wanted)) {
    if (await isWhole(ctx, made)) continue
    await exports.endExport(ctx.db, made.export_id, ctx.now())
    await ctx.files.remove([made.file_key])
  }
}
