import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fromMiddle, type Ellipse } from '../../src/surface/cornea.ts'
import { EYE_DATA, TRAINING } from '../../src/testing/files.ts'

/** Real photographs with a mask of the ulcer, SUSTech-SYSU's. */
export const FOLDER = join(EYE_DATA, 'surface', 'sustech')

const rowsOf = async (path: string) =>
  (await readFile(path, 'utf8')).split('\n').map((line) => line.split(','))

const Config = z.object({ validation: z.object({ sustech: z.array(z.number()) }) })
const { validation } = Config.parse(
  JSON.parse(await readFile(join(TRAINING, 'configs', 'surface.json'), 'utf8')),
)

/** Kept from training: numbers with the tens of the configuration, less those of eyes that stand in a panel too. */
export const KEPT: readonly string[] = (await rowsOf(join(FOLDER, 'labels.csv'))).flatMap(
  ([id = '', inPanel]) =>
    inPanel === '0' && validation.sustech.includes(Math.floor(Number(id) / 10) % 10) ? [id] : [],
)

/** Corneas marked by eye, px of the photograph. */
export const MARKS: ReadonlyMap<string, Ellipse> = new Map(
  (await rowsOf(join(TRAINING, 'annotations', 'corneas.csv')))
    .filter(([set]) => set === 'sustech')
    .map(([, id, ...numbers]): [string, Ellipse] => {
      const [x = 0, y = 0, rx = 0, ry = 0] = numbers.map(Number)
      return [id ?? '', { x, y, rx, ry }]
    }),
)

export interface Overlap {
  dice: number
  /** Of the area found over the true one. */
  ratio: number
}

export function overlapOf(
  length: number,
  found: (at: number) => boolean,
  truth: (at: number) => boolean,
): Overlap {
  let [both, one, other] = [0, 0, 0]
  for (let at = 0; at < length; at++) {
    const [a, b] = [found(at), truth(at)]
    if (a) one++
    if (b) other++
    if (a && b) both++
  }
  return { dice: (2 * both) / Math.max(1, one + other), ratio: one / Math.max(1, other) }
}

/** Of two ellipses in a picture. */
export function overlapOfEllipses(
  found: Ellipse,
  truth: Ellipse,
  { width, height }: { width: number; height: number },
): Overlap {
  const within = (ellipse: Ellipse) => (at: number) =>
    fromMiddle(ellipse, at % width, Math.floor(at / width)) <= 1
  return overlapOf(width * height, within(found), within(truth))
}
