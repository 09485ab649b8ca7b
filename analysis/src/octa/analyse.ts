import { createHash } from 'node:crypto'
import { withFacts, type OctaFindings, type Reason, type Stage } from '@mingmou/contract'
import type { Known, NamedMap, Watch } from '../analyser.ts'
import { onto, withoutConfidence } from '../by-hand.ts'
import { CUT, type PartMap } from '../geometry/part.ts'
import { decode, encodeGrey, type Picture } from '../image.ts'
import { shown } from '../shown.ts'
import { drawSpots } from '../spots.ts'
import { contentsOf } from './contents.ts'
import { featuresOf } from './features.ts'
import { measureScan, partsOf, unmeasured, type Parts } from './measure.ts'
import type { Models } from './models.ts'
import { isScan, judge, notAScan, type Shown } from './quality.ts'
import { seeScan, type Seen, type SeenMaps } from './see.ts'
import { signalOf } from './signal.ts'
import type { Zone } from './zone.ts'

export interface OctaAnalysis {
  findings: OctaFindings
  /** Empty for a picture that is no OCTA scan. */
  maps: NamedMap[]
  /** The zone as it is measured, and the patches without capillaries, where they were looked for. */
  counted: NamedMap[]
}

/** Breadth of the scan by what the archive says, mm. */
const BREADTH = { 1: 3, 2: 6 } as const

/**
 * Analyses one en-face OCTA scan that `openImage` has let in: decode, network, quality, measures. `known.img_type`: 1 of
 * 3x3 mm, 2 of 6x6 mm; without it nothing is measured. A picture that is no scan gets no maps; a scan that is not
 * gradable gets maps and no measures.
 * @throws {ImageRefused} on bytes that cannot be read; the signal's reason when aborted between two stages
 */
export async function analyseOcta(
  bytes: Buffer,
  models: Models,
  known: Known = {},
  { onStage, onQuality, signal: stop }: Watch = {},
): Promise<OctaAnalysis> {
  const begin = (stage: Stage, share: number) => {
    stop?.throwIfAborted()
    onStage?.(stage, share)
  }
  begin('decode', 0)
  const picture = await decode(bytes)
  const { width, height } = picture
  const scan = known.img_type ? BREADTH[known.img_type] : null

  begin('vessels', 0.1)
  const features = featuresOf(picture)
  const seen = await seeScan(models, picture, scan)

  begin('quality', 0.6)
  const parts = partsOf(seen, scan ?? 3)
  const appearance = appearanceOf(seen, parts, picture)
  const about = (quality: OctaFindings['quality']) => ({
    modality: 'octa' as const,
    file: { sha256: createHash('sha256').update(bytes).digest('hex'), width, height },
    gradable: quality.gradable,
    quality_score: quality.score,
    quality,
    model_versions: models.versions,
  })
  const facts = { eye: known.eye ?? null, axial_length_mm: null }
  const contents = contentsOf(picture, features)
  if (contents || !isScan(features, appearance)) {
    const no = notAScan(picture, features)
    const quality = contents ? { ...no, reasons: [contents] } : no
    await onQuality?.(quality)
    const reason = contents ?? 'not_octa'
    const findings = { ...about(quality), ...unmeasured(reason, scan) }
    return { findings: withFacts(without(findings, reason), facts), maps: [], counted: [] }
  }
  const side = Math.max(width, height)
  const quality = judge(features, appearance, { side, scan })
  await onQuality?.(quality)
  const size = { width, height }

  begin('measures', 0.75)
  if (!quality.gradable || scan === null) {
    const reason = quality.gradable ? 'no_scan_size' : 'not_gradable'
    const findings = { ...about(quality), ...unmeasured(reason, scan) }
    return {
      findings: withFacts(without(findings, 'not_implemented'), facts),
      maps: mapsOf(seen, size),
      counted: [],
    }
  }
  const drawn = withDrawn(seen, known.drawn, size)
  const measurable = partsOf(drawn, scan)
  const { measured, gaps } = measureScan(drawn, measurable, {
    quality,
    signal: appearance.signal,
    scan,
    side,
    drawn: known.drawn?.['faz'] !== undefined,
  })
  const findings = withFacts(without({ ...about(quality), ...measured }, 'not_implemented'), facts)
  return {
    findings: known.drawn?.['faz'] ? withoutConfidence(findings, RESTS_ON_ZONE) : findings,
    maps: mapsOf(drawn, size),
    counted: [
      ...(measurable.zone ? [zoneMap(measurable.zone, seen, size)] : []),
      ...(gaps ? [named('gaps', gaps.mask, size)] : []),
    ],
  }
}

/** The figures of the zone itself. Where the parts around the fovea lie follows from it too. */
const RESTS_ON_ZONE = ['faz_area_mm2', 'fovea_centre', 'zone']

/** The zone that a clinician drew in the place of the network's. Quality stays what the network's maps say. */
function withDrawn(
  seen: Seen,
  drawn: Known['drawn'],
  image: { width: number; height: number },
): Seen {
  const mask = drawn?.['faz']
  if (!mask) return seen
  const replaced = <Of extends SeenMaps>(maps: Of): Of => ({
    ...maps,
    zone: onto(mask, maps.zone, image),
  })
  return { ...replaced(seen), views: seen.views.map(replaced) }
}

/** What the network's maps say of the quality. */
export const appearanceOf = ({ crop }: Seen, parts: Parts, picture: Picture): Shown => ({
  signal: signalOf(crop, parts),
  vessels: parts.vessels.data.reduce((sum, value) => sum + value, 0) / parts.vessels.data.length,
  decentred: parts.zone && offCentre(parts.zone.centre, picture),
})

const offCentre = (
  [x, y]: readonly [number, number],
  { width, height }: { width: number; height: number },
) => Math.hypot(x - (width - 1) / 2, y - (height - 1) / 2) / Math.max(width, height)

/** The reason of every null of the quality. */
function without(findings: OctaFindings, reason: Reason): OctaFindings {
  const names = ['score', 'standard', 'sharpness'] as const
  const open = names
    .filter((name) => findings.quality[name] === null)
    .map((name) => `quality.${name}`)
  const never = ['quality.field']
  const score = findings.quality_score === null ? ['quality_score'] : []
  return {
    ...findings,
    not_measured: {
      ...findings.not_measured,
      ...Object.fromEntries([...open, ...score].map((name) => [name, reason])),
      ...Object.fromEntries(never.map((name) => [name, 'not_implemented' as const])),
    },
  }
}

const named = (name: string, map: PartMap, size: { width: number; height: number }): NamedMap => ({
  name,
  encode: (maxWidth) => encodeGrey(shown(map, { ...size, field: null }, maxWidth)),
})

/** The one part of the map that is measured, its holes filled, at the scale at which it was found. */
const zoneMap = (
  { mask }: Zone,
  { zone: map }: Seen,
  size: { width: number; height: number },
): NamedMap => ({
  name: 'faz',
  encode: () => {
    const pixels = [...mask.data.keys()].filter((at) => mask.data[at] === 1)
    return encodeGrey(drawSpots([{ pixels }], map, size))
  },
})

/** Large vessels are vessels of any size, too. */
function mapsOf(
  { zone, large, vessels }: Seen,
  size: { width: number; height: number },
): NamedMap[] {
  const all = {
    ...vessels,
    data: vessels.data.map((value, at) => {
      const other = large.data[at] ?? 0
      return other >= CUT ? Math.max(value, other) : value
    }),
  }
  return [
    named('faz', zone, size),
    named('large_vessels', large, size),
    named('capillaries', all, size),
  ]
}
