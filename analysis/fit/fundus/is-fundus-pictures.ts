/**
 * `npx tsx analysis/fit/fundus/is-fundus-pictures.ts --out DIR --count N [--first SEED]` draws what the
 * network of `training/tasks/is_fundus.py` learns from beside photographs: DIR/KIND/SEED.png. `fundus` is
 * a fundus, every other kind is none.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { Picture } from '../../src/image.ts'
import {
  drawFundus,
  drawNotFundus,
  drawOcta,
  drawSurface,
  NOT_FUNDUS,
} from '../../src/phantom/index.ts'
import { drawOther, OTHERS } from '../../src/testing/other-pictures.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    count: { type: 'string' },
    first: { type: 'string', default: '1' },
  },
})
const [out = '', count, first] = [values.out, Number(values.count), Number(values.first)]
if (!out || !count || !first) throw new Error('Say --out DIR --count N [--first SEED].')

/** Long side of what is kept, px. */
const SIDE = 400

const rawOf = ({ width, height, rgb }: Picture) =>
  sharp(rgb, { raw: { width, height, channels: 3 } })

const KINDS: Record<string, (seed: number) => Promise<Buffer> | Buffer> = {
  fundus: (seed) =>
    rawOf(
      drawFundus(seed, { width: 700, lesions: seed % 2 === 0, light: 0.7 + (seed % 7) / 10 }).image,
    )
      .png()
      .toBuffer(),
  'drawn octa': (seed) => rawOf(drawOcta(seed).image).png().toBuffer(),
  'drawn surface': (seed) =>
    rawOf(drawSurface(seed, { width: 500 }).image)
      .png()
      .toBuffer(),
  ...Object.fromEntries(
    NOT_FUNDUS.map((kind) => [
      `simple ${kind}`,
      (seed: number) => rawOf(drawNotFundus(seed, kind)).png().toBuffer(),
    ]),
  ),
  ...Object.fromEntries(OTHERS.map((kind) => [kind, (seed: number) => drawOther(kind, seed)])),
}

for (const [kind, draw] of Object.entries(KINDS)) {
  await mkdir(join(out, kind), { recursive: true })
  for (let seed = first; seed < first + count; seed++) {
    const small = sharp(await draw(seed)).resize(SIDE, SIDE, { fit: 'inside' })
    await writeFile(join(out, kind, `${seed}.png`), await small.png().toBuffer())
  }
}
