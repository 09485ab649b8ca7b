import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodePng } from '../analysis/src/phantom/index.ts'
import { drawSurface, type SurfaceTruth } from '../analysis/src/phantom/surface.ts'

/**
 * `npx tsx scripts/draw-surface.ts --out DIR --count N [--first SEED] [--width PX]`: drawn eyes stained with fluorescein and
 * their truth, which the network of the eye surface learns from.
 * images/SEED.png; truth/SEED.png: patches red, dots green, the eye's opening blue; truth/SEED.json: the cornea.
 */

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    count: { type: 'string' },
    first: { type: 'string', default: '1' },
    width: { type: 'string', default: '640' },
  },
})
const out = values.out ?? ''
const [count, first, width] = [values.count, values.first, values.width].map(Number)
if (!out || !count || !first || !width)
  throw new Error('Say --out DIR --count N [--first SEED] [--width PX].')

/** The three masks as the colours of one picture. */
function truthPicture({ patch, dots, opening }: SurfaceTruth) {
  const rgb = new Uint8Array(3 * patch.data.length)
  for (const [c, mask] of [patch, dots, opening].entries())
    for (let at = 0; at < mask.data.length; at++) rgb[3 * at + c] = 255 * (mask.data[at] ?? 0)
  return { width: patch.width, height: patch.height, rgb }
}

for (const folder of ['images', 'truth']) mkdirSync(join(out, folder), { recursive: true })
for (let seed = first; seed < first + count; seed++) {
  const { image, truth } = drawSurface(seed, { width })
  writeFileSync(join(out, 'images', `${seed}.png`), await encodePng(image))
  writeFileSync(join(out, 'truth', `${seed}.png`), await encodePng(truthPicture(truth)))
  const { staining, cornea } = truth
  writeFileSync(join(out, 'truth', `${seed}.json`), JSON.stringify({ staining, cornea }))
}
