import sharp from 'sharp'
import type { Picture } from '../image.ts'

export { drawFundus, type FundusOptions, type FundusTruth } from './fundus.ts'
export { drawOcta, type OctaOptions, type OctaTruth } from './octa.ts'
export { drawSurface } from './surface.ts'
export { drawNotFundus, NOT_FUNDUS, type NotFundus } from './not-fundus.ts'

const raw = ({ width, height, rgb }: Picture) => sharp(rgb, { raw: { width, height, channels: 3 } })

/** `quality` 1..100 */
export function encodeJpeg(picture: Picture, quality = 92): Promise<Buffer> {
  return raw(picture).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
}

export function encodePng(picture: Picture): Promise<Buffer> {
  return raw(picture).png({ compressionLevel: 3 }).toBuffer()
}
