import { mapColor, type AnalysedImage } from '@mingmou/contract'
import type { Context } from '../../context.ts'

export interface OverlayFile {
  name: string
  key: string
}

/** Maps as the page reads them: a grey image whose value is the opacity of the colour. */
export async function signOverlays(
  ctx: Context,
  overlays: readonly OverlayFile[],
): Promise<AnalysedImage['overlays']> {
  return Promise.all(
    overlays.map(async ({ name, key }) => ({
      name,
      url: await ctx.files.signedUrl(key),
      color: mapColor(name),
    })),
  )
}
