/**
 * Measures how pictures of the eye surface that hold several photographs are told from others: single photographs of the sets, two of them on one picture,
 * and drawn eyes in white light. Prints how many are told to be what, and the ends of what is measured.
 *
 *   npx tsx analysis/fit/surface/contents.ts
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { decode, type Picture } from '../../src/image.ts'
import { EYE_DATA, MODELS_OF_ALL } from '../../src/testing/files.ts'
import { beside } from '../../src/testing/whole-pictures.ts'
import { secondCornea } from '../../src/surface/contents.ts'
import { loadModels } from '../../src/surface/models.ts'
import { seeEye } from '../../src/surface/see.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const models = await loadModels(join(MODELS_OF_ALL, 'surface'))
/** Every so many photographs of a set are looked at. */
const EVERY = { panels: 1, sustech: 3 }

const ends = (values: readonly number[]) => {
  const all = values.toSorted((a, b) => a - b)
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(share * all.length))]
  return [0, 0.1, 0.5, 0.9, 0.99, 1].map((share) => at(share)?.toFixed(2)).join(' ')
}

const second = async (all: readonly Picture[]) => {
  const found: number[] = []
  for (const one of all) found.push(secondCornea((await seeEye(models, one)).cornea))
  return ends(found)
}

print('Second part of the cornea over the first: least, 10th, 50th, 90th, 99th percentile and most')
for (const [set, every] of Object.entries(EVERY)) {
  const dir = join(EYE_DATA, 'surface', set, 'images')
  const names = (await readdir(dir)).sort().filter((_, at) => at % every === 0)
  const all: Picture[] = []
  for (const name of names)
    all.push(
      await decode(
        await sharp(await readFile(join(dir, name)))
          .png()
          .toBuffer(),
      ),
    )
  print(`${set}, single, ${all.length}: ${await second(all)}`)
  for (const below of [false, true]) {
    const pairs: Picture[] = []
    for (const [at, one] of all.entries())
      if (at % 2 === 1) pairs.push(await beside(all[at - 1] ?? one, one, { below }))
    print(
      `${set}, two ${below ? 'below' : 'beside'} each other, ${pairs.length}: ${await second(pairs)}`,
    )
  }
}
await models.close()
