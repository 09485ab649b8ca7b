import type { LesionType } from '@mingmou/contract'
import { DECISIONS } from './decisions.ts'
import type { Ellipse } from './cornea.ts'
import { partAt, PARTS, type Part } from './regions.ts'
import type { Stain, Staining } from './staining.ts'

/** What the classes of staining rest on: dots, and patches as the dots that would fill them. */
export interface Amounts {
  whole: number
  parts: Record<Part, number>
  /** Parts in which a dot's breadth or more of a faint patch lies: whether they are stained is not known. */
  faint: ReadonlySet<Part>
}

/** How many dots a spot stands for: of those in the map of dots some are missed, what is broad or drawn is one. */
export const dotsIn = ({ map, peaks }: Stain): number =>
  map === 'dots' ? peaks / DECISIONS.staining.dots_seen : peaks

/** Dots by the part in which the group lies that they are in; patches by the part of each of their pixels. */
export function amountsOf(
  { patches, dots, faint }: Staining,
  cornea: Ellipse,
  mmPerPx: number,
  width: number,
): Amounts {
  const nothing = () => Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>
  const [parts, doubtful] = [nothing(), nothing()]
  const add = (to: Record<Part, number>, x: number, y: number, dots: number) => {
    const part = partAt(cornea, x, y)
    if (part) to[part] += dots
  }
  for (const dot of dots) add(parts, ...dot.centre, dotsIn(dot))
  const share = mmPerPx ** 2 / DECISIONS.staining.dot_mm2
  const spread = (to: Record<Part, number>, stains: readonly Stain[]) => {
    for (const { pixels } of stains)
      for (const at of pixels) add(to, at % width, Math.floor(at / width), share)
  }
  spread(parts, patches)
  spread(doubtful, faint)
  return {
    whole: PARTS.reduce((sum, part) => sum + parts[part], 0),
    parts,
    faint: new Set(PARTS.filter((part) => doubtful[part] >= 1)),
  }
}

/**
 * Whether too little is there to call it staining and too much to deny it: a few dots, a small patch, or a place that the
 * network holds for staining with some probability. An ulcer of half a millimetre is one.
 */
export function isOpen(staining: Staining, amounts: Amounts): boolean {
  const { open_dots, hint_mm2 } = DECISIONS.staining
  if (isStained(staining, amounts)) return false
  return amounts.whole >= open_dots || staining.patches.length > 0 || staining.hint >= hint_mm2
}

/** Enough dots, or a patch as broad as one: it need not be large. */
export const isStained = ({ patches }: Staining, { whole }: Amounts): boolean =>
  whole >= DECISIONS.staining.least_dots || patches.some(isBroad)

const isBroad = ({ extent }: Stain) => extent >= DECISIONS.staining.patch_mm

const diameterOf = ({ area, peaks }: Stain) => 2 * Math.sqrt(area / peaks / Math.PI)

/** The kind of the worst staining, as SUSTech-SYSU counts kinds (Deng 2020, Sci Data 7:23). */
export function typeOf(staining: Staining, amounts: Amounts): LesionType {
  const rule = DECISIONS.staining
  const { patches, dots } = staining
  if (!isStained(staining, amounts)) return 'none'
  if (patches.some(isBroad)) return 'patch'
  const merged = dots.filter((dot) => dot.merged && dot.extent >= rule.merged_mm)
  if (merged.length + patches.length >= rule.least_merged) return 'coalescent'
  const large = dots.filter((dot) => diameterOf(dot) >= rule.macro_mm)
  const isMacro = patches.length > 0 || large.length >= rule.macro_share * dots.length
  return isMacro ? 'macro_punctate' : 'micro_punctate'
}

const limitsPassed = (limits: readonly number[], value: number) =>
  limits.filter((limit) => value > limit).length

/**
 * 0-5: dots of the cornea against the limits of the Oxford panels (Bron 2003, Cornea 22:640). What counts as staining has 1
 * at least, a small patch too.
 */
export const oxfordOf = (staining: Staining, amounts: Amounts): number =>
  isStained(staining, amounts)
    ? Math.max(1, limitsPassed(DECISIONS.grading.oxford_dots, amounts.whole))
    : 0

/** 0-3 for each part (NEI); null for a part of which the lids hide too much, or that shows nothing but a faint patch. */
export function scoresOf(
  staining: Staining,
  amounts: Amounts,
  visible: Readonly<Record<Part, number>>,
): Record<Part, number | null> {
  const { least_visible, region_dots } = DECISIONS.grading
  const scores = PARTS.map((part) => {
    const score = isStained(staining, amounts) ? limitsPassed(region_dots, amounts.parts[part]) : 0
    const isKnown = visible[part] >= least_visible && (score > 0 || !amounts.faint.has(part))
    return [part, isKnown ? score : null] as const
  })
  return Object.fromEntries(scores) as Record<Part, number | null>
}

/**
 * 0-4 (Deng 2020): 4 where the central zone is stained, else 1, 2 and 3 for one, two, and three or four stained quarters.
 * Null where a hidden part could change the answer.
 */
export function severityOf(scores: Readonly<Record<Part, number | null>>): number | null {
  const { central, superior, left, inferior, right } = scores
  if (central !== null && central > 0) return 4
  const quarters = [superior, left, inferior, right]
  if (central === null || quarters.includes(null)) return null
  return Math.min(3, quarters.filter((score) => score !== null && score > 0).length)
}
