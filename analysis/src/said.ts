import type { ContentReason } from '@mingmou/contract'

/** Values of Image Type (0008,0008) by what they call a picture: PS3.3 C.8.17.4.1.4, and what devices write. */
const CALLED: Readonly<Record<string, ContentReason>> = {
  FA: 'angiogram',
  ICG: 'angiogram',
  ICGA: 'angiogram',
  FFA: 'angiogram',
  MONTAGE: 'several_fields',
  REDFREE: 'single_colour',
  RED_FREE: 'single_colour',
  IR: 'single_colour',
  FAF: 'single_colour',
  AUTOFLUORESCENCE: 'single_colour',
}

/** Why a picture is no single colour photograph, by what its file calls it; null where the file says no such thing. */
export function calledBy(imageType: readonly string[] = []): ContentReason | null {
  for (const value of imageType) {
    const reason = CALLED[value.replaceAll(/[ -]/g, '_')]
    if (reason) return reason
  }
  return null
}
