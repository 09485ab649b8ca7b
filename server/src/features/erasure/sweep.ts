import type { Context } from '../../context.ts'
import { eachAlone } from '../../duty.ts'

/** Removes photographs, maps and PDFs of erased patients. */
export async function sweepErased(ctx: Context): Promise<void> {
  const erased = await ctx.db.selectFrom('erased_folders').select('folder').execute()
  await eachAlone(ctx, erased, ({ folder }) => emptyFolder(ctx, folder))
}

/** A folder is forgotten once it is empty, so that a run that is cut short goes on at the next. */
export async function emptyFolder(ctx: Context, folder: string): Promise<void> {
  const keys: string[] = []
  for await (const { key } of ctx.files.list(folder)) keys.push(key)
  await ctx.files.remove(keys)
  await ctx.db.deleteFrom('erased_folders').where('folder', '=', folder).execute()
}
