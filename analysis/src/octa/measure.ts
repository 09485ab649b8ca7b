import {
  OCTA_FIGURES,
  REGIONS,
  type OctaFindings,
  type Quality,
  type Reason,
} from '@mingmou/contract'
import { deviation } from '../certainty/confidence.ts'
import { Ledger } from '../certainty/ledger.ts'
import { enterNumbers } from '../certainty/numbers.ts'
import { maskOf, toMap } from '../geometry/part.ts'
import type { Grey } from '../image.ts'
import { DECISIONS } from './decisions.ts'
import { gapsOf, type Gaps } from './gaps.ts'
import { partsAround, type Place } from './regions.ts'
import type { Seen, SeenMaps } from './see.ts'
import { measureVessels } from './vessels.ts'
import { zoneOf, type Zone } from './zone.ts'

export type Measured = Omit<
  OctaFindings,
  'modality' | 'file' | 'gradable' | 'quality_score' | 'quality' | 'model_versions'
>

/** What is measured of one scan once. */
export interface Parts {
  zone: Zone | null
  vessels: Grey<Uint8Array>
  large: Grey<Uint8Array>
  mmPerPx: number
}

/** Large vessels are vessels; the zone has none. */
export function partsOf(seen: SeenMaps, scan: 3 | 6): Parts {
  const mmPerPx = scan / Math.max(seen.zone.width, seen.zone.height)
  const zone = zoneOf(seen.zone, mmPerPx)
  const large = maskOf(seen.large)
  const all = maskOf(seen.vessels)
  const vessels = { ...all, data: all.data.map((value, at) => value | (large.data[at] ?? 0)) }
  return { zone, vessels, large, mmPerPx }
}

/** Why the zone is withheld; null where it stands. `found`: the area at both cuts and in every view. */
function doubtOf(
  zone: Zone | null,
  { zone: map }: Seen,
  inViews: readonly (Zone | null)[],
  mmPerPx: number,
): Reason | null {
  const limit = DECISIONS.zone
  if (!zone || zone.area < limit.least_mm2) return 'no_zone'
  if (zone.area > limit.most_mm2) return 'uncertain'
  const areaAt = (cut: number) => zoneOf(map, mmPerPx, cut)?.area ?? 0
  const [low, high] = limit.edge_cuts.map(areaAt)
  const open = Math.abs((low ?? 0) - (high ?? 0)) / 2 / zone.area
  const apart = deviation(inViews.map((inView) => inView?.area ?? 0)) / zone.area
  return open > limit.most_open_edge || apart > limit.most_by_view ? 'uncertain' : null
}

type Figures = Pick<
  OctaFindings,
  'faz_area_mm2' | 'capillary_density' | 'zone' | 'vessel' | 'large' | 'fovea_centre'
>

const shapeOf = (zone: Zone | null): Pick<Figures, 'faz_area_mm2' | 'fovea_centre' | 'zone'> => ({
  fovea_centre: zone && [zone.centre[0], zone.centre[1]],
  faz_area_mm2: zone?.area ?? null,
  zone: zone && {
    perimeter: zone.perimeter,
    circularity: zone.circularity,
    acircularity: zone.acircularity,
    axis_ratio: zone.axis_ratio,
    outline: zone.outline.map(([x, y]) => [x, y]),
  },
})

/** The figures of the parts of a scan; `seen` gives the size of the maps. */
export function figuresOf(
  { zone, vessels, large, mmPerPx }: Parts,
  seen: SeenMaps,
  scan: 3 | 6,
): Figures {
  const { width, height } = seen.zone
  const centre = zone ? toMap(seen.zone, zone.centre) : ([width / 2, height / 2] as const)
  const place: Place = { width, height, centre, mmPerPx, scan }
  const parts = partsAround(place, zone !== null)
  const vessel = measureVessels(vessels, place, parts)
  return {
    ...shapeOf(zone),
    capillary_density: vessel && vessel.density.whole / 100,
    vessel,
    large: measureVessels(large, place, parts),
  }
}

/** Of each group that the findings lack, why; of a region, that the eye is not known or the picture does not show it. */
function missingIn(figures: Figures, why: Reason, ledger: Ledger): void {
  for (const name of ['faz_area_mm2', 'fovea_centre', 'zone'] as const)
    if (figures[name] === null) ledger.missing(name, why)
  if (figures.capillary_density === null) ledger.missing('capillary_density', 'no_vessels')
  for (const name of ['vessel', 'large'] as const) {
    const network = figures[name]
    if (!network) ledger.missing(name, 'no_vessels')
    if (network?.fractal_dimension === null)
      ledger.missing(`${name}.fractal_dimension`, 'too_small')
    if (!network) continue
    for (const density of ['density', 'length_density'] as const)
      for (const region of REGIONS) {
        if (network[density][region] !== null) continue
        const follows = region.endsWith('nasal') || region.endsWith('temporal')
        const reason =
          figures.fovea_centre === null ? why : follows ? 'eye_unknown' : 'out_of_frame'
        ledger.missing(`${name}.${density}.${region}`, reason)
      }
  }
}

export interface Whole {
  measured: Measured
  gaps: Gaps | null
}

/** Nothing is measured, for one reason. */
export function unmeasured(reason: Reason, scan: 3 | 6 | null): Measured {
  const told = {
    eye: null,
    eye_confidence: null,
    fovea_centre: null,
    scan_mm: scan,
    axial_length_mm: null,
    faz_area_mm2: null,
    capillary_density: null,
    scale: null,
    zone: null,
    vessel: null,
    large: null,
    gaps: null,
  }
  const why = (name: string): Reason => {
    if (name === 'axial_length_mm') return 'no_axial_length'
    if (name.startsWith('eye')) return 'eye_unknown'
    return name === 'scan_mm' ? 'no_scan_size' : reason
  }
  const open = Object.entries(told).flatMap(([name, value]) =>
    value === null ? [[name, why(name)] as const] : [],
  )
  return { ...told, confidence: {}, not_measured: Object.fromEntries(open) }
}

/**
 * All figures of a scan of `scan` mm whose longer side has `side` px. Nasal and temporal parts follow the eye, `withFacts`
 * of the contract. The zone is withheld where its edge is open or the views disagree, unless a clinician drew it; patches where the signal is weak.
 */
export function measureScan(
  seen: Seen,
  parts: Parts,
  {
    quality,
    signal,
    scan,
    side,
    drawn = false,
  }: { quality: Quality; signal: number; scan: 3 | 6; side: number; drawn?: boolean },
): Whole {
  const ledger = new Ledger()
  ledger.missing('axial_length_mm', 'no_axial_length')
  ledger.missing('eye', 'eye_unknown')
  ledger.missing('eye_confidence', 'eye_unknown')
  const inViews = seen.views.map((view) => zoneOf(view.zone, parts.mmPerPx))
  const missing = parts.zone ? null : 'no_zone'
  const doubt = drawn ? missing : doubtOf(parts.zone, seen, inViews, parts.mmPerPx)
  const sure = doubt ? { ...parts, zone: null } : parts
  const figures = figuresOf(sure, seen, scan)
  const views = inViews.map((inView) => (doubt ? {} : shapeOf(inView)))
  missingIn(figures, doubt ?? 'no_zone', ledger)
  enterNumbers(OCTA_FIGURES, figures, views, ledger)
  const clouded = signal < DECISIONS.gaps.least_signal || quality.reasons.includes('banding')
  const gaps = clouded
    ? null
    : gapsOf(seen.vessels, parts.vessels, parts.zone?.mask ?? null, {
        mmPerPx: parts.mmPerPx,
        scan,
      })
  if (gaps) enterNumbers(OCTA_FIGURES, { gaps: gaps.measures }, [], ledger)
  else ledger.missing('gaps', 'weak_signal')
  const found = {
    eye: null,
    eye_confidence: null,
    scan_mm: scan,
    axial_length_mm: null,
    scale: { mm_per_px: scan / side, source: 'stated' as const },
    ...figures,
    gaps: gaps?.measures ?? null,
    confidence: ledger.confidence,
    not_measured: ledger.not_measured,
  }
  return { measured: found, gaps }
}
