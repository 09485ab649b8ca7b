import { SURFACE_FIGURES, type Reason, type SurfaceFindings } from '@mingmou/contract'
import { Ledger } from '../certainty/ledger.ts'
import { enterNumbers } from '../certainty/numbers.ts'
import { CUT } from '../geometry/part.ts'
import { fromMiddle, type Ellipse } from './cornea.ts'
import { DECISIONS } from './decisions.ts'
import { glowingShare } from './features.ts'
import { figuresOf, NOTHING, type Figures } from './figures.ts'
import { outlineFeatures, outlineOf, scaled } from './outline.ts'
import { PARTS, visibleOf, type Part } from './regions.ts'
import type { Seen } from './see.ts'
import { byOtherOutlines, corneaTold, surelySeen, toldBy, type Told } from './withheld.ts'

export type Measured = Omit<
  SurfaceFindings,
  'modality' | 'file' | 'gradable' | 'quality_score' | 'quality' | 'model_versions'
>

/** What no photograph tells. */
const UNKNOWN = { eye: null, eye_confidence: null, scale: null } as const
const WHY: Readonly<Record<keyof typeof UNKNOWN, Reason>> = {
  eye: 'eye_unknown',
  eye_confidence: 'eye_unknown',
  scale: 'no_scale',
}

/** Nothing is measured, for one reason; a cornea that was found stands. */
export function unmeasured(reason: Reason, seen?: Seen, ellipse?: Ellipse): Measured {
  const outline = seen && ellipse ? outlineOf(outlineFeatures(seen, ellipse)) : null
  const cornea =
    seen && ellipse && outline ? corneaTold(figuresOf(seen, ellipse).cornea, outline) : null
  const not_measured: Record<string, Reason> = { ...WHY, ...(!outline && { outline: reason }) }
  for (const name of Object.keys(NOTHING))
    if (name !== 'cornea' || !cornea) not_measured[name] = reason
  for (const [name, value] of Object.entries(cornea ?? {}))
    if (value === null) not_measured[`cornea.${name}`] = 'outline_uncertain'
  return { ...UNKNOWN, ...NOTHING, cornea, outline, confidence: {}, not_measured }
}

/** What stands where the photograph does not say for sure whether there is staining. */
const open = ({ figures }: Told): Told => ({
  figures: { ...NOTHING, cornea: figures.cornea },
  withheld: [],
})

/**
 * All figures of a gradable photograph. Nasal and temporal parts follow the eye, `withFacts` of the contract. Whether there
 * is staining, and of which kind, is withheld where a mirrored view of the photograph says otherwise, or where a few dots or
 * faint patches are all that there is. Of an outline that is not trusted, what is surely seen is told and no more; of one
 * trusted in part, what holds for a smaller and a larger one too. `byHand`: a clinician drew the staining.
 */
export function measureEye(seen: Seen, cornea: Ellipse, byHand = false): Measured {
  const ledger = new Ledger()
  for (const [name, reason] of Object.entries(WHY)) ledger.missing(name, reason)
  const outline = outlineOf(outlineFeatures(seen, cornea))
  const found = figuresOf(seen, cornea)
  const views = seen.views.map((view) => figuresOf(view, cornea))
  const others = outline.trust === 'partly' ? byOtherOutlines(seen, cornea) : []
  const told = toldBy(outline, found, others)
  const doubted =
    outline.trust !== 'untrusted' &&
    (isDoubted(found, views) || (!byHand && isMissed(found, seen, cornea)))
  const { figures, withheld } = doubted ? open(told) : told
  const sure = outline.trust === 'untrusted' && surelySeen(seen, cornea, byHand ? 1 : undefined)
  const all: Figures = { ...figures, ...sure }
  enterReasons(all, doubted, withheld, visibleOf(seen.opening, cornea), ledger)
  enterNumbers(SURFACE_FIGURES, all, doubted ? [] : [...views, ...others], ledger)
  const { confidence, not_measured } = ledger
  return { ...UNKNOWN, ...all, outline, confidence, not_measured }
}

const isDoubted = (found: Figures, views: readonly Figures[]) =>
  found.lesion_bool === null ||
  views.some(({ lesion_bool }) => lesion_bool !== null && lesion_bool !== found.lesion_bool)

/** Whether more of the cornea glows with dye than an eye may without staining: the network may have missed it. */
function isMissed({ lesion_bool }: Figures, { crop, opening }: Seen, cornea: Ellipse): boolean {
  if (lesion_bool !== false) return false
  const { glow_radius, least_glow: glow, glow_light: light, open_glow } = DECISIONS.staining
  const inner = scaled(cornea, glow_radius)
  const { width, data } = opening
  const shows = (at: number) =>
    (data[at] ?? 0) >= CUT && fromMiddle(inner, at % width, Math.floor(at / width)) <= 1
  return glowingShare(crop, shows, { light, glow }) >= open_glow
}

/** Why each figure is missing. */
function enterReasons(
  figures: Figures,
  doubted: boolean,
  withheld: readonly string[],
  visible: Readonly<Record<Part, number>>,
  ledger: Ledger,
) {
  const { cornea, lesion_region, lesion_severity } = figures
  for (const [name, value] of Object.entries(cornea ?? {}))
    if (value === null) ledger.missing(`cornea.${name}`, 'outline_uncertain')
  for (const [name, value] of Object.entries(figures))
    if (value === null) ledger.missing(name, doubted ? 'uncertain' : 'outline_uncertain')
  if (!lesion_region) return
  const { least_visible } = DECISIONS.grading
  /** Where the lids do not hide a part, a faint patch in it leaves it open. */
  const whyOf = (name: string, parts: readonly Part[]): Reason => {
    if (withheld.includes(name)) return 'outline_uncertain'
    return parts.some((part) => visible[part] < least_visible) ? 'lids_cover' : 'uncertain'
  }
  if (lesion_severity === null) ledger.missing('lesion_severity', whyOf('lesion_severity', PARTS))
  for (const [name, score] of Object.entries(lesion_region)) {
    if (score !== null) continue
    const part = PARTS.find((part) => part === name)
    const ofEye = name === 'nasal' || name === 'temporal'
    const path = `lesion_region.${name}`
    ledger.missing(path, ofEye ? 'eye_unknown' : whyOf(path, part ? [part] : PARTS))
  }
}
