import { LESIONS, uncountedOf, type AnalysedImage } from '@mingmou/contract'
import type { Context } from '../../context.ts'

/** The colour a map is laid over the photograph in; arteries and veins as clinicians draw them. */
const COLORS: Record<string, string> = {
  vessels: '#22D3EE',
  arteries: '#EF4444',
  veins: '#3B82F6',
  disc: '#FACC15',
  cup: '#C026D3',
  microaneurysms: '#F43F5E',
  haemorrhages: '#B91C1C',
  hard_exudates: '#FDE047',
  soft_exudates: '#F5F5F4',
}

export interface OverlayFile {
  name: string
  key: string
}

/** What is not counted has the colour of its kind. */
const kindOf = (name: string) => LESIONS.find((kind) => uncountedOf(kind) === name) ?? name

export const overlayColor = (name: string) => COLORS[kindOf(name)] ?? '#22D3EE'

/** Maps as the page reads them: a grey image whose value is the opacity of the colour. */
export async function signOverlays(
  ctx: Context,
  overlays: readonly OverlayFile[],
): Promise<AnalysedImage['overlays']> {
  return Promise.all(
    overlays.map(async ({ name, key }) => ({
      name,
      url: await ctx.files.signedUrl(key),
      color: overlayColor(name),
    })),
  )
}
