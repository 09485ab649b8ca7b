/**
 * Makes the home page's picture from the product's own output: a drawn photograph, and what the analysis found in it.
 */
import { join } from 'node:path'
import { ANALYSERS, openImage } from '@mingmou/analysis'
import { drawFundus, encodePng } from '@mingmou/analysis/phantom'
import sharp, { type Sharp } from 'sharp'
import { FUNDUS_LAYERS } from '../contract/src/modalities/fundus/layers.ts'

const SEED = 7
const SIZE_PX = 600
const LAYERS = ['vessels', 'disc', 'cup', 'haemorrhages', 'hard_exudates'] as const
const ROOT = join(import.meta.dirname, '..')
const target = (name: string) => join(ROOT, 'web', 'public', name)

const { image, truth } = drawFundus(SEED, { width: 1400, lesions: true })
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

const cut = (bytes: Buffer) => sharp(bytes).extract(square).resize(SIZE_PX, SIZE_PX)

/** A map of the analysis in its colour of the workspace, clear where it found nothing. */
async function layer(name: string): Promise<Buffer> {
  const map = maps.find((each) => each.name === name)
  const color = FUNDUS_LAYERS.find((layer) => layer.name === name)?.color
  if (!map || color === undefined) throw new Error(`${name}: not found in the drawing`)
  const alpha = await cut(await map.encode())
    .toColourspace('b-w')
    .linear(1.6, -60)
    .raw()
    .toBuffer()
  return sharp({ create: { width: SIZE_PX, height: SIZE_PX, channels: 3, background: color } })
    .joinChannel(alpha, { raw: { width: SIZE_PX, height: SIZE_PX, channels: 1 } })
    .png()
    .toBuffer()
}

/** AVIF takes half the bytes; WebP is for browsers that do not read it. */
async function write(name: string, picture: Sharp): Promise<void> {
  await picture
    .clone()
    .avif({ quality: 40, effort: 9 })
    .toFile(target(`${name}.avif`))
  await picture.webp({ quality: 72, effort: 6 }).toFile(target(`${name}.webp`))
}

await write('home-photograph', cut(photograph))
const layers = await Promise.all(LAYERS.map(layer))
const findings = await sharp({
  create: { width: SIZE_PX, height: SIZE_PX, channels: 4, background: '#00000000' },
})
  .composite(layers.map((input) => ({ input })))
  .png()
  .toBuffer()
await write('home-findings', sharp(findings))
