/**
 * Makes the home page's picture from the product's own output: a drawn photograph and its vessels.
 */
import { join } from 'node:path'
import { ANALYSERS, openImage } from '@mingmou/analysis'
import { drawFundus, encodePng } from '@mingmou/analysis/phantom'
import sharp from 'sharp'

const SEED = 7
const SIZE_PX = 760
const TEAL = { r: 94, g: 234, b: 212 }
const ROOT = join(import.meta.dirname, '..')
const target = (name: string) => join(ROOT, 'web', 'public', name)

const { image, truth } = drawFundus(SEED, { width: 1400 })
const radius = Math.round(truth.diameter * 0.51)
const left = Math.max(0, Math.round(truth.centre[0]) - radius)
const top = Math.max(0, Math.round(truth.centre[1]) - radius)
const square = {
  left,
  top,
  width: Math.min(2 * radius, image.width - left),
  height: Math.min(2 * radius, image.height - top),
}
const photograph = await encodePng(image)
const models = await ANALYSERS.fundus.load(join(ROOT, 'models', 'fundus'))
const { maps } = await models.analyse((await openImage(photograph)).bytes)
await models.close()
const found = maps.find(({ name }) => name === 'vessels')
if (!found) throw new Error('no vessels were found in the drawing')

const cut = (bytes: Buffer) => sharp(bytes).extract(square).resize(SIZE_PX, SIZE_PX)
const alpha = await cut(await found.encode())
  .toColourspace('b-w')
  .linear(1.6, -60)
  .raw()
  .toBuffer()
await cut(photograph).webp({ quality: 86 }).toFile(target('home-photograph.webp'))
await sharp({ create: { width: SIZE_PX, height: SIZE_PX, channels: 3, background: TEAL } })
  .joinChannel(alpha, { raw: { width: SIZE_PX, height: SIZE_PX, channels: 1 } })
  .webp({ quality: 80 })
  .toFile(target('home-vessels.webp'))
