import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { decode, type Picture } from '../src/image.ts'

/** What the fits print, and the few numbers that many of them take. */

export const print = (line: string) => process.stdout.write(`${line}\n`)

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
export const thousandth = (value: number) => Math.round(1000 * value) / 1000

/** The values at these shares of their order, 0 the least and 1 the most. */
export function ends(values: readonly number[], shares: readonly number[], digits = 2): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return shares.map((share) => at(share)?.toFixed(digits)).join(' ')
}

/** The pictures of a folder by their names, every one or every few. */
export async function picturesOf(folder: string, every = 1): Promise<Picture[]> {
  const names = (await readdir(folder)).sort().filter((_, at) => at % every === 0)
  const pictures: Picture[] = []
  for (const name of names) {
    const png = sharp(await readFile(join(folder, name))).png()
    pictures.push(await decode(await png.toBuffer()))
  }
  return pictures
}
