import sharp from 'sharp'

const MAX_WIDTH = 2048

/** A map as the page lays it over the photograph: 8-bit grey PNG of the same shape, at most 2048 px wide. */
export function displayMap(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .resize({ width: MAX_WIDTH, withoutEnlargement: true, kernel: 'linear' })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer()
}
