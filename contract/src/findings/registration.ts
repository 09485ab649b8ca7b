import { z } from 'zod'
import { Fraction } from './findings.ts'

const coefficients = z.array(z.number()).length(6)
/**
 * Where a place of one picture lies in another, px of it: for each axis the factors of 1, u, v, u2, uv and v2. u and v
 * count from the middle of the first picture, in its widths.
 */
export const Transform = z.object({ x: coefficients, y: coefficients })
export type Transform = z.infer<typeof Transform>

/** Why two pictures of one eye are not laid over each other: keys, worded at `registration.reason`. */
export const UNREGISTERED = [
  'other_eye',
  'no_vessels',
  'few_vessels',
  'no_match',
  'little_overlap',
  'inexact',
] as const
export const Unregistered = z.enum(UNREGISTERED)
export type Unregistered = z.infer<typeof Unregistered>

export const Registration = z.object({
  /** Null where they are laid over each other. */
  reason: Unregistered.nullable(),
  /** From the later picture to the earlier. */
  transform: Transform.nullable(),
  /** Median distance of the centrelines of vessels, px of the earlier picture. */
  residual_px: z.number().nullable(),
  /** Share of the centrelines seen in both pictures that lie on each other. */
  agreement: Fraction.nullable(),
  /** Share of one picture's centrelines that the other shows. */
  overlap: Fraction.nullable(),
})
export type Registration = z.infer<typeof Registration>

/** The place in the second picture of a place in the first, whose size `from` is. */
export function placeIn(
  { x, y }: Transform,
  [px, py]: readonly [number, number],
  from: { width: number; height: number },
): [number, number] {
  const [u, v] = [(px - from.width / 2) / from.width, (py - from.height / 2) / from.width]
  const terms = [1, u, v, u * u, u * v, v * v]
  const sum = (factors: readonly number[]) =>
    factors.reduce((total, factor, at) => total + factor * (terms[at] ?? 0), 0)
  return [sum(x), sum(y)]
}
