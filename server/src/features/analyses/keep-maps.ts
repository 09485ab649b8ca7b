import type { NamedMap } from '@mingmou/analysis'
import { MAP_WIDTH } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { OverlayFile } from '../sittings/overlays.ts'

/** Stores the maps of an image below `place`. Their keys are in `kept` before a file is there. */
export async function keepMaps(
  ctx: Context,
  place: string,
  shown: readonly NamedMap[],
  kept: string[],
): Promise<OverlayFile[]> {
  const encoded = await Promise.all(
    shown.map(async ({ name, encode }) => ({ name, png: await encode(MAP_WIDTH) })),
  )
  const overlays: OverlayFile[] = []
  for (const { name, png } of encoded) {
    const key = `${place}.${name}.png`
    kept.push(key)
    await ctx.files.put(key, png, 'image/png', 'begun')
    overlays.push({ name, key })
  }
  return overlays
}
