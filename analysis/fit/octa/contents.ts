/**
 * Measures what pictures of scans are told to hold: single scans of the sets, their negatives, and four of them on one
 * picture. Prints how many are told to be what, and the ends of what is measured of single scans.
 *
 *   npx tsx analysis/fit/octa/contents.ts
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { negativeOf } from '../../src/colour.ts'
import { decode, type Picture } from '../../src/image.ts'
import { EYE_DATA } from '../../src/testing/files.ts'
import { fourOf } from '../../src/testing/whole-pictures.ts'
import { smallPicture } from '../../src/tiles.ts'
import { contentsOf, darkQuarters, middleSeam } from '../../src/octa/contents.ts'
import { featuresOf } from '../../src/octa/features.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const SETS = ['octa500-3mm', 'octa500-6mm', 'rossa', 'synthetic', 'faz']
const told = (picture: Picture) =>
  contentsOf(picture, featuresOf(picture)) ?? 'a scan, or no picture of one'

function tally(all: readonly string[]): string {
  const names = [...new Set(all)].toSorted()
  return names.map((name) => `${name} ${all.filter((one) => one === name).length}`).join(', ')
}

const ends = (values: readonly number[]) => {
  const all = values.toSorted((a, b) => a - b)
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(share * all.length))]
  return [0, 0.5, 0.99, 1].map((share) => at(share)?.toFixed(2)).join(' ')
}

for (const set of SETS) {
  const dir = join(EYE_DATA, 'octa', set, 'images')
  const scans: Picture[] = []
  for (const name of (await readdir(dir)).sort())
    scans.push(
      await decode(
        await sharp(await readFile(join(dir, name)))
          .png()
          .toBuffer(),
      ),
    )
  const fours = []
  for (const [at, scan] of scans.entries())
    if (at % 4 === 0) fours.push(await fourOf(scan, scans[at + 1] ?? scan, at % 8 === 0 ? 0 : 6))
  print(
    `${set}: scans: ${tally(scans.map(told))}; negatives: ${tally(scans.map((one) => told(negativeOf(one))))}; four on one: ${tally(fours.map(told))}`,
  )
  const smalls = scans.map(smallPicture)
  const dark = ends(smalls.map(darkQuarters))
  print(
    `  least, median, 99th percentile and most: bright over dark lines ${ends(scans.map((one) => featuresOf(one).bright_lines))}; seam in the middle ${ends(smalls.map(middleSeam))}; dark quarters ${dark}`,
  )
}
