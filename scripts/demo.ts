import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { loadAllModels } from '@mingmou/analysis'
import { viewerEntry } from '@mingmou/contract'
import sharp from 'sharp'
import { drawSitting } from '../server/src/features/demo/draw.ts'
import { fileOf, type FoundImage } from '../server/src/features/demo/found.ts'
import { DEMO_PATIENTS } from '../server/src/features/demo/people.ts'

/**
 * `npx tsx scripts/demo.ts [SEED…]`: stores the networks' findings on the demonstration's
 * photographs, so that the demonstration shows them at once.
 */

/** The grey levels kept of a map. Its threshold, 128, is one of them. */
const STEP = 16

const models = await loadAllModels(join(resolve(import.meta.dirname, '..'), 'models'), {
  threads: 2,
})
const only = process.argv.slice(2).map(Number)
const sittings = DEMO_PATIENTS.flatMap(({ sittings }) => sittings)
for (const sitting of sittings.filter(({ seed }) => only.length === 0 || only.includes(seed))) {
  const images: FoundImage[] = []
  for (const { bytes, eye } of await drawSitting(sitting)) {
    const { findings, shown } = await models[sitting.modality].analyse(bytes, {
      img_type: 1,
      // Of an image that does not show its eye, a person states it.
      ...(!viewerEntry(sitting.modality).showsEye && { eye }),
    })
    const overlays = await Promise.all(
      shown.map(async ({ name, encode }) => ({ name, png: await coarse(await encode()) })),
    )
    images.push({ findings, overlays })
    console.log(sitting.modality, sitting.seed, findings.eye, findings.gradable)
  }
  const file = fileOf(sitting)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, gzipSync(JSON.stringify(images), { level: 9 }))
}

async function coarse(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const greys = data.map((grey) => (grey === 255 ? 255 : grey - (grey % STEP)))
  const { width, height } = info
  const kept = await sharp(greys, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 9, palette: false })
    .toBuffer()
  return kept.toString('base64')
}
