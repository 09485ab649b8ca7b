import { createHash } from 'node:crypto'
import { withStatedEye, type Stage, type SurfaceFindings } from '@mingmou/contract'
import type { Known, NamedMap, Watch } from '../analyser.ts'
import { onto, withoutConfidence } from '../by-hand.ts'
import { CUT, type PartMap } from '../geometry/part.ts'
import { decode, encodeGrey, type Picture } from '../image.ts'
import { isInBlueLight } from '../kind.ts'
import { shown } from '../shown.ts'
import { drawSpots } from '../spots.ts'
import { isSeveral } from './contents.ts'
import { corneaOf, fromMiddle, type Ellipse } from './cornea.ts'
import { DECISIONS } from './decisions.ts'
import { featuresOf, glowOf, type Features } from './features.ts'
import { mmPerPxOf } from './figures.ts'
import { measureEye, unmeasured, type Measured } from './measure.ts'
import type { Models } from './models.ts'
import { isCornea, judge, refused, shownOf } from './quality.ts'
import { visibleOf } from './regions.ts'
import { scaled } from './outline.ts'
import { seeEye, type Seen, type SeenMaps } from './see.ts'
import { stainingOf } from './staining.ts'
import { reachOf } from './withheld.ts'

export interface SurfaceAnalysis {
  findings: SurfaceFindings
  /** Empty for a picture that is no photograph of a stained eye. */
  maps: NamedMap[]
  /** Patches and dots that count as staining, where maps are written. */
  counted: NamedMap[]
}

/**
 * Analyses one fluorescein photograph that `openImage` has let in: decode, network, quality, measures. A picture that shows
 * no eye in blue light, or no dye, gets no maps and no measures; a photograph that is not gradable gets maps and its cornea.
 * @throws {ImageRefused} on bytes that cannot be read; the signal's reason when aborted between two stages
 */
export async function analyseSurface(
  bytes: Buffer,
  models: Models,
  known: Known = {},
  { onStage, onQuality, signal: stop }: Watch = {},
): Promise<SurfaceAnalysis> {
  const begin = (stage: Stage, share: number) => {
    stop?.throwIfAborted()
    onStage?.(stage, share)
  }
  begin('decode', 0)
  const picture = await decode(bytes)
  const features = featuresOf(picture)
  begin('staining', 0.1)
  const seen = await seeEye(models, picture)
  begin('quality', 0.6)
  const { cornea, quality } = judged(picture, features, seen)
  await onQuality?.(quality)
  begin('measures', 0.75)
  const { width, height } = picture
  const about = {
    modality: 'surface' as const,
    file: { sha256: createHash('sha256').update(bytes).digest('hex'), width, height },
    gradable: quality.gradable,
    quality_score: quality.score,
    quality,
    model_versions: models.versions,
  }
  const finish = (measured: Measured) =>
    withStatedEye(withReasons({ ...about, ...measured }), { eye: known.eye ?? null })
  if (!cornea)
    return {
      findings: finish(unmeasured(quality.reasons[0] ?? 'not_surface')),
      maps: [],
      counted: [],
    }
  const drawn = withDrawn(seen, known.drawn, picture)
  const byHand = known.drawn?.['lesion'] !== undefined
  const findings = finish(
    quality.gradable ? measureEye(drawn, cornea, byHand) : unmeasured('not_gradable', seen, cornea),
  )
  const counts = scaled(cornea, byHand ? 1 : reachOf(findings.outline))
  return {
    findings: byHand ? withoutConfidence(findings, RESTS_ON_PATCHES) : findings,
    maps: mapsOf(drawn, counts, picture),
    counted: countedOf(drawn, counts, mmPerPxOf(cornea), picture),
  }
}

/** The figures that rest on patches of staining, with the dots beside them. */
const RESTS_ON_PATCHES = [
  ...['lesion_bool', 'lesion_type', 'lesion_grade', 'lesion_severity', 'lesion_region'],
  'staining',
]

/** The patches that a clinician drew in the place of the network's. Dots outside both stay. */
function withDrawn(seen: Seen, drawn: Known['drawn'], image: Picture): Seen {
  const mask = drawn?.['lesion']
  if (!mask) return seen
  const replaced = <Of extends SeenMaps>(maps: Of): Of => ({
    ...maps,
    patch: onto(mask, maps.patch, image),
    dots: {
      ...maps.dots,
      data: maps.dots.data.map((value, at) => ((maps.patch.data[at] ?? 0) < CUT ? value : 0)),
    },
  })
  return { ...replaced(seen), views: seen.views.map(replaced) }
}

/** Whether the picture is a photograph of a stained eye, where its cornea lies, and how good it is. */
function judged(picture: Picture, features: Features, seen: Seen) {
  const no = (reason: 'not_surface' | 'no_fluorescein' | 'several_fields') => ({
    cornea: null,
    quality: refused(picture, features, reason),
  })
  if (!isInBlueLight(features)) return no('not_surface')
  if (isSeveral(seen.cornea)) return no('several_fields')
  const cornea = corneaOf(seen.cornea)
  if (!cornea || !isCornea(cornea, seen)) return no('not_surface')
  if (glowOf(seen.crop, seen.opening) < DECISIONS.picture.least_glow) return no('no_fluorescein')
  const { whole } = visibleOf(seen.opening, cornea)
  return { cornea, quality: judge(features, shownOf(seen, cornea, whole)) }
}

/** The reason of every null of the quality. */
function withReasons(findings: SurfaceFindings): SurfaceFindings {
  const [reason = 'not_implemented'] = findings.quality.reasons
  const open = (['score', 'standard'] as const)
    .filter((name) => findings.quality[name] === null)
    .map((name) => [`quality.${name}`, reason] as const)
  const score = findings.quality_score === null ? [['quality_score', reason] as const] : []
  return {
    ...findings,
    not_measured: {
      ...findings.not_measured,
      ...Object.fromEntries([...open, ...score]),
      'quality.field': 'not_implemented',
    },
  }
}

/** Beyond this the network's staining lies on the white of the eye; 1 is the rim of the cornea. */
const RIM = 1.03

/** The cornea, and staining of the cornea: what glows beyond it is none. */
function mapsOf({ cornea: map, patch }: Seen, cornea: Ellipse, size: Picture): NamedMap[] {
  const { width, height } = size
  const named = (name: string, mapOf: () => PartMap): NamedMap => ({
    name,
    encode: (maxWidth) => encodeGrey(shown(mapOf(), { width, height, field: null }, maxWidth)),
  })
  const onCornea = (map: PartMap): PartMap => ({
    ...map,
    data: map.data.map((value, at) =>
      fromMiddle(cornea, at % map.width, Math.floor(at / map.width)) <= RIM ? value : 0,
    ),
  })
  return [named('cornea', () => map), named('lesion', () => onCornea(patch))]
}

/** The staining that is counted, at the scale at which it was found. */
function countedOf(seen: Seen, cornea: Ellipse, mmPerPx: number, size: Picture): NamedMap[] {
  let found: ReturnType<typeof stainingOf> | undefined
  const named = (name: string, map: 'patch' | 'dots'): NamedMap => ({
    name,
    encode: () => {
      const { patches, dots } = (found ??= stainingOf(seen, cornea, mmPerPx))
      const stains = [...patches, ...dots].filter((stain) => stain.map === map)
      return encodeGrey(drawSpots(stains, seen[map], size))
    },
  })
  return [named('lesion', 'patch'), named('dots', 'dots')]
}
