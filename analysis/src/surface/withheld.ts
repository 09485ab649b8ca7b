import type { LesionRegion } from '@mingmou/contract'
import type { PartMap } from '../geometry/part.ts'
import { fromMiddle, type Ellipse } from './cornea.ts'
import { DECISIONS } from './decisions.ts'
import { figuresOf, mmPerPxOf, NOTHING, type Figures } from './figures.ts'
import { amountsOf, isStained } from './grades.ts'
import { scaled, type Outline } from './outline.ts'
import type { Seen, SeenMaps } from './see.ts'
import { isWhite } from './quality.ts'
import { stainingOf } from './staining.ts'

/** What of the figures is told, and the dotted names of what is not because of the outline. */
export interface Told {
  figures: Figures
  withheld: string[]
}

/** The figures of the cornea itself that an outline allows: its place is always shown, so that it can be looked at. */
export function corneaTold(
  cornea: Figures['cornea'],
  { trust, doubts }: Outline,
): Told['figures']['cornea'] {
  if (!cornea) return null
  const area = trust === 'untrusted' ? { area: null, percent: null } : {}
  const isOpen = trust !== 'trusted' || doubts.includes('lids')
  return { ...cornea, ...area, ...(isOpen && { visible: null }) }
}

const CLASSES = ['lesion_bool', 'lesion_type', 'lesion_grade', 'lesion_severity'] as const

/** Of `found` what one outline allows. `others`: the figures by other outlines that may be right, of one trusted in part. */
export function toldBy(outline: Outline, found: Figures, others: readonly Figures[]): Told {
  const figures = { ...found, cornea: corneaTold(found.cornea, outline) }
  const cornea = (['area', 'percent', 'visible'] as const).flatMap((name) =>
    figures.cornea?.[name] === null ? [`cornea.${name}`] : [],
  )
  if (outline.trust === 'trusted') return { figures, withheld: cornea }
  const held = outline.trust === 'partly' ? agreedBy(figures, others) : NOTHING
  return {
    figures: { ...held, cornea: figures.cornea },
    withheld: [...cornea, ...missingIn(held, found)],
  }
}

/** What the figures by all outlines say alike. */
function agreedBy(found: Figures, others: readonly Figures[]): Figures {
  const all = [found, ...others]
  const alike = (of: (figures: Figures) => unknown) =>
    all.every((figures) => of(figures) === of(found))
  if (!alike(({ lesion_bool }) => lesion_bool)) return NOTHING
  const classes = Object.fromEntries(
    CLASSES.map((name) => [name, alike((figures) => figures[name]) ? found[name] : null]),
  ) as Pick<Figures, (typeof CLASSES)[number]>
  const areas = all.map(({ staining }) => staining?.area ?? 0)
  const steady =
    Math.max(...areas) <= DECISIONS.outline.same * Math.min(...areas) &&
    alike(({ staining }) => staining?.central)
  return {
    ...classes,
    cornea: found.cornea,
    lesion_region: agreedRegions(found, others),
    staining: steady ? found.staining : null,
  }
}

function agreedRegions({ lesion_region: own }: Figures, others: readonly Figures[]) {
  if (!own) return null
  return Object.fromEntries(
    (Object.keys(own) as (keyof LesionRegion)[]).map((part) => {
      const alike = others.every(({ lesion_region }) => lesion_region?.[part] === own[part])
      return [part, alike ? own[part] : null]
    }),
  ) as LesionRegion
}

/** Names of what was found and is not told. */
function missingIn(held: Figures, found: Figures): string[] {
  const groups = [...CLASSES, 'lesion_region', 'staining'] as const
  const parts = held.lesion_region
    ? (Object.keys(held.lesion_region) as (keyof LesionRegion)[]).filter(
        (part) => held.lesion_region?.[part] === null && found.lesion_region?.[part] !== null,
      )
    : []
  return [
    ...groups.filter((name) => held[name] === null && found[name] !== null),
    ...parts.map((part) => `lesion_region.${part}`),
  ]
}

/** The round corneas at either end of a flat outline: one that runs onto the sclera holds the cornea at its other end. */
function roundOf({ x, y, rx, ry }: Ellipse): Ellipse[] {
  const radius = Math.min(rx, ry)
  return [-1, 1].map((end) => ({
    x: x + end * (rx - radius),
    y: y + end * (ry - radius),
    rx: radius,
    ry: radius,
  }))
}

/** The figures by the outlines that may be right where this one is not: smaller, larger, and round at either end. */
export function byOtherOutlines(seen: SeenMaps, cornea: Ellipse): Figures[] {
  const { larger } = DECISIONS.outline
  const others = [1 / larger, larger].map((by) => scaled(cornea, by))
  return [...others, ...roundOf(cornea)].map((ellipse) => figuresOf(seen, ellipse))
}

/** How much of the radius of an outline staining counts in. */
export const reachOf = (outline: Outline | null): number =>
  outline?.trust === 'untrusted' ? DECISIONS.outline.core : 1

/** Staining alone that lies in all of these. */
function clipped(maps: SeenMaps, ellipses: readonly Ellipse[]): SeenMaps {
  const { width } = maps.patch
  const only = (map: PartMap): PartMap => ({
    ...map,
    data: map.data.map((value, at) =>
      ellipses.every((ellipse) => fromMiddle(ellipse, at % width, Math.floor(at / width)) <= 1)
        ? value
        : 0,
    ),
  })
  return { ...maps, patch: only(maps.patch), dots: only(maps.dots) }
}

/**
 * What is surely seen where the outline is not trusted: staining in its middle, far from any rim and in the
 * round corneas at both its ends, and a patch there that is no reflex, in every view. What is not seen stays open. `within`: how much of the radius is its middle.
 */
export function surelySeen(
  seen: Seen,
  cornea: Ellipse,
  within = DECISIONS.outline.core,
): Pick<Figures, 'lesion_bool' | 'lesion_type'> {
  const mmPerPx = mmPerPxOf(cornea)
  const middle = scaled(cornea, within)
  const surely =
    within < 1
      ? roundOf(cornea).map((ellipse) => scaled(ellipse, DECISIONS.outline.core_round))
      : []
  const all = [seen, ...seen.views].map((maps) => {
    const staining = stainingOf(clipped(maps, surely), middle, mmPerPx)
    const patches = staining.patches.filter(({ pixels }) => !isWhite(seen.crop, pixels))
    const counted = { ...staining, patches }
    const amounts = amountsOf(counted, middle, mmPerPx, maps.patch.width)
    return {
      stained: isStained(counted, amounts),
      patch: patches.some(({ extent }) => extent >= DECISIONS.outline.core_patch_mm),
    }
  })
  const stained = all.every((told) => told.stained)
  return {
    lesion_bool: stained ? true : null,
    lesion_type: stained && all.every((told) => told.patch) ? 'patch' : null,
  }
}
