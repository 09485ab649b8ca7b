import { mapColor, type AnalysedImage } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Reading } from '../../platform/files/files.ts'

export interface OverlayFile {
  name: string
  key: string
}

/** Maps as the page reads them: a grey image whose value is the opacity of the colour. */
export async function signOverlays(
  ctx: Context,
  overlays: readonly OverlayFile[],
  reading?: Reading,
): Promise<AnalysedImage['overlays']> {
  return Promise.all(
    overlays.map(async ({ name, key }) => ({
      name,
      url: await ctx.files.signedUrl(key, reading),
      color: mapColor(name),
    })),
  )
}
