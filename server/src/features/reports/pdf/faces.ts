import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** The font of a report, in the weights that it has. */
const base = (weight: '400Regular' | '500Medium') =>
  require.resolve(
    `@expo-google-fonts/noto-sans-sc/${weight.replace('_', '')}/NotoSansSC_${weight}.ttf`,
  )

/**
 * What the font of a report lacks is looked for here, in this order. The last has nearly every
 * character of the first plane, as a screen of 1990 drew it.
 */
const OTHERS = [
  '@fontsource/noto-sans/400.css',
  '@fontsource/noto-sans-arabic/400.css',
  '@fontsource/noto-serif-tibetan/400.css',
  '@fontsource/noto-sans-thai/400.css',
  '@fontsource/noto-sans-yi/400.css',
  // Han of the extensions B to F.
  'hanamin/HanaMin.min.css',
  '@fontsource/unifontex/400.css',
]

/** A font, or the part of one that its package keeps in a file. */
export interface Face {
  name: string
  /** TrueType, as a PDF takes it. */
  bytes: Buffer
  font: Pick<Font, 'hasGlyphForCodePoint'>
}

export interface BaseFaces {
  regular: Face
  medium: Face
}

let baseFaces: Promise<BaseFaces> | undefined
/** Read once, for the first report. */
export const readBase = (): Promise<BaseFaces> => (baseFaces ??= openBase())

async function openBase(): Promise<BaseFaces> {
  const open = async (name: string, file: string) => openFace(name, await readFile(file))
  const [regular, medium] = await Promise.all([
    open('regular', base('400Regular')),
    open('medium', base('500Medium')),
  ])
  return { regular, medium }
}

async function openFace(name: string, bytes: Buffer): Promise<Face> {
  const { create } = await import('fontkit')
  const font = create(bytes)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name}: a collection of fonts`)
  return { name, bytes, font }
}

interface Part {
  file: string
  /** First and last code point of each range; none where the file has all of the font. */
  ranges: readonly (readonly [number, number])[]
}

const listed = new Map<string, Promise<Part[]>>()
const opened = new Map<string, Promise<Face>>()

/** The first other font with all these code points; null where none has them. */
export async function findFace(codes: readonly number[]): Promise<Face | null> {
  for (const sheet of OTHERS) {
    for (const { file, ranges } of await kept(listed, sheet, () => partsOf(sheet))) {
      const [first = 0] = codes
      if (ranges.length > 0 && !ranges.some(([from, to]) => from <= first && first <= to)) continue
      const face = await kept(opened, file, () => unpacked(file))
      if (codes.every((code) => face.font.hasGlyphForCodePoint(code))) return face
    }
  }
  return null
}

function kept<T>(all: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const there = all.get(key) ?? make()
  all.set(key, there)
  return there
}

/** The files of a font by the style sheet of its package. */
async function partsOf(sheet: string): Promise<Part[]> {
  const path = require.resolve(sheet)
  const text = await readFile(path, 'utf8')
  return text.split('@font-face').flatMap((rule) => {
    const file = /url\(([^)]+\.woff2)\)/.exec(rule)?.[1]
    if (file === undefined) return []
    const ranges = /unicode-range:\s*([^;}]+)/.exec(rule)?.[1] ?? ''
    return [{ file: join(dirname(path), file), ranges: rangesOf(ranges) }]
  })
}

const rangesOf = (text: string) =>
  [...text.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)].map(
    ([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const,
  )

/** A PDF cannot hold what the web packs. */
async function unpacked(file: string): Promise<Face> {
  const { default: woff2 } = await import('wawoff2')
  return openFace(file, Buffer.from(await woff2.decompress(await readFile(file))))
}
