import { join } from 'node:path'
import { negativeOf } from '../../src/colour.ts'
import type { Picture } from '../../src/image.ts'
import { contentsOf, darkQuarters, middleSeam } from '../../src/octa/contents.ts'
import { featuresOf } from '../../src/octa/features.ts'
import { EYE_DATA } from '../../src/testing/files.ts'
import { fourOf } from '../../src/testing/whole-pictures.ts'
import { smallPicture } from '../../src/tiles.ts'
import { ends, picturesOf, print } from '../told.ts'

const SETS = ['octa500-3mm', 'octa500-6mm', 'rossa', 'synthetic', 'faz']
const told = (picture: Picture) =>
  contentsOf(picture, featuresOf(picture)) ?? 'a scan, or no picture of one'

function tally(names: readonly string[]): string {
  const kinds = [...new Set(names)].toSorted()
  return kinds.map((kind) => `${kind} ${names.filter((name) => name === kind).length}`).join(', ')
}

const endsOf = (values: readonly number[]) => ends(values, [0, 0.5, 0.99, 1])

/** Single scans, their negatives, and four of them on one picture. */
export async function tellScans(): Promise<void> {
  for (const set of SETS) {
    const scans = await picturesOf(join(EYE_DATA, 'octa', set, 'images'))
    const fours: Picture[] = []
    for (const [at, scan] of scans.entries())
      if (at % 4 === 0) fours.push(await fourOf(scan, scans[at + 1] ?? scan, at % 8 === 0 ? 0 : 6))
    const negatives = scans.map((scan) => told(negativeOf(scan)))
    print(
      `${set}: scans: ${tally(scans.map(told))}; negatives: ${tally(negatives)}; four on one: ${tally(fours.map(told))}`,
    )
    const smalls = scans.map(smallPicture)
    const bright = endsOf(scans.map((scan) => featuresOf(scan).bright_lines))
    print(
      `  least, median, 99th percentile and most: bright over dark lines ${bright}; seam in the middle ${endsOf(smalls.map(middleSeam))}; dark quarters ${endsOf(smalls.map(darkQuarters))}`,
    )
  }
}
