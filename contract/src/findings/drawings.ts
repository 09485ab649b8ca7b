import { z } from 'zod'
import { Id, Instant } from '../wire/fields.ts'
import { CorrectedValue } from './corrections.ts'
import { Point } from './findings.ts'

/** The widest map of an analysis, px; spots alone may be wider. */
export const MAP_WIDTH = 2048
/** The widest map of spots, and the widest mask that a clinician draws, px. */
export const MASK_WIDTH = 4096
/** More than a hand draws, and less than a body holds. */
const RUNS_CHARS = 60_000
/** The limit of a body with a mask; a character may be written as six bytes. */
export const MASK_BODY_BYTES = 384 * 1024

interface Size {
  width: number
  height: number
}

/** The size of a mask over an image of which no map is there. */
export function maskSize({ width, height }: Size): Size {
  const ratio = Math.min(1, MAP_WIDTH / width)
  return { width: Math.round(width * ratio), height: Math.round(height * ratio) }
}

/** Whether a mask covers the image: it has its shape, each side rounded to a px. */
export const isMaskOf = (mask: Size, image: Size): boolean =>
  Math.abs(mask.width * image.height - mask.height * image.width) <=
  (image.width + image.height) / 2

/**
 * What a clinician drew, row by row: a count of px outside, then of px inside, then outside again, as numbers of base 36
 * with spaces between them. Together they are all px. Nothing inside states that there is none. A place is the one px that
 * it lies in.
 */
export const Mask = z
  .strictObject({
    width: z.int('wrong_type').min(1, 'out_of_range').max(MASK_WIDTH, 'out_of_range'),
    height: z.int('wrong_type').min(1, 'out_of_range').max(65_535, 'out_of_range'),
    runs: z
      .string('wrong_type')
      .max(RUNS_CHARS, 'mask_too_fine')
      .regex(/^[0-9a-z]{1,6}(?: [0-9a-z]{1,6})*$/, 'wrong_type'),
  })
  .refine(({ width, height, runs }) => lengthsOf(runs).reduce(sum, 0) === width * height, {
    path: ['runs'],
    message: 'out_of_range',
  })
export type Mask = z.infer<typeof Mask>

const lengthsOf = (runs: string) => runs.split(' ').map((run) => Number.parseInt(run, 36))
const sum = (a: number, b: number) => a + b

/** How many px are inside. */
export const insideCount = ({ runs }: Pick<Mask, 'runs'>): number =>
  lengthsOf(runs)
    .filter((_, index) => index % 2 === 1)
    .reduce(sum, 0)

/** One byte for each px: 255 inside, 0 outside. */
export function pixelsOf({ width, height, runs }: Mask): Uint8Array {
  const data = new Uint8Array(width * height)
  let at = 0
  for (const [index, length] of lengthsOf(runs).entries()) {
    if (index % 2 === 1) data.fill(255, at, at + length)
    at += length
  }
  return data
}

/** The mask of the px that reach 128. */
export function maskOf({ width, height }: Size, data: ArrayLike<number>): Mask {
  const lengths: number[] = []
  let inside = false
  let length = 0
  for (let at = 0; at < width * height; at++) {
    if ((data[at] ?? 0) >= 128 === inside) {
      length++
      continue
    }
    lengths.push(length)
    inside = !inside
    length = 1
  }
  lengths.push(length)
  return { width, height, runs: lengths.map((run) => run.toString(36)).join(' ') }
}

/**
 * What a clinician may draw: a map, or a place. `figure`: the finding that the machine withholds where its map does not
 * count. `single`: the image shows one of it, so a new outline takes the place of the last. `place`: one px, no outline; it
 * stands at `figure` of the findings.
 */
export interface Drawable {
  name: string
  figure: string
  single?: boolean
  place?: boolean
}

/** A place of the findings, px of the image; null where there is none. */
export function placeAt(findings: object, figure: string): Point | null {
  const { data } = Point.safeParse((findings as Record<string, unknown>)[figure])
  return data ?? null
}

/** That a clinician drew a layer of an image, or withdrew what was drawn of it. */
export const Drawing = z.object({
  drawing_id: Id,
  /** One of `drawable` of the modality. */
  layer: z.string(),
  withdrawn: z.boolean(),
  clinician: z.string(),
  made_at: Instant,
  /** It was made on an earlier analysis of the image. */
  earlier: z.boolean(),
})
export type Drawing = z.infer<typeof Drawing>

/** The drawings that hold, of all of an image with the newest first: of each layer the newest, unless it withdraws. */
export const drawingsHeld = <One extends Pick<Drawing, 'layer' | 'withdrawn'>>(
  drawings: readonly One[],
): One[] =>
  drawings.filter(
    (drawing, at) =>
      !drawing.withdrawn && drawings.findIndex(({ layer }) => layer === drawing.layer) === at,
  )

/** `failed`: what was drawn could not be measured, and the machine's figures stand. */
export const DRAWN_STATES = ['measuring', 'measured', 'failed'] as const

const DrawnJudgement = z.object({
  name: z.string(),
  value: CorrectedValue.nullable(),
  machine: CorrectedValue.nullable(),
})
export type DrawnJudgement = z.infer<typeof DrawnJudgement>

const value = z.number().nullable()
/** What clinicians drew, as a report keeps it, with every figure that it changed beside the machine's. */
export const ReportedDrawings = z.object({
  drawings: z.array(Drawing.pick({ layer: true, clinician: true, made_at: true })),
  figures: z.array(z.object({ key: z.string(), value, machine: value })),
  /** The eye, and what else a clinician may correct, where a drawing changed it; absent in reports from before. */
  judgements: z.array(DrawnJudgement).optional(),
  /** The machine's outlines, by the layer of lines that they are in. One of a single point is a place. */
  outlines: z.array(z.object({ layer: z.string(), color: z.string(), points: z.array(Point) })),
})
export type ReportedDrawings = z.infer<typeof ReportedDrawings>
