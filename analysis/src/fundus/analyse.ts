import { createHash } from 'node:crypto'
import type { FundusFindings, Reason, Section, SectionBox, Stage } from '@mingmou/contract'
import type { Known, Watch } from '../analyser.ts'
import { begun } from '../begun.ts'
import { decode } from '../image.ts'
import { seemsOf } from '../kind.ts'
import { calledBy } from '../said.ts'
import { onlyPart } from '../section.ts'
import { rulesWith, withDrawn, withoutSureness } from './by-hand.ts'
import { assess, sourcesOf } from './assess.ts'
import type { Models } from './models.ts'
import { isPart } from '../field.ts'
import { isSmall } from './grade.ts'
import { predictOtherDisease, withOtherDisease } from './other-disease.ts'
import { mapsOf, type AnalysisMap } from './maps.ts'
import { measureFundus, type MeasureOptions } from './measure/index.ts'
import { withShown } from './measure/shows.ts'
import { treeOf } from './measure/tree.ts'
import { spotMapsOf, type SpotMap } from './spot-maps.ts'
import { predictLandmarks, predictLesions, predictReferable, predictVessels } from './predict.ts'
import type { Predictions } from './predictions.ts'

export interface FundusAnalysis {
  findings: FundusFindings
  /** Empty for a picture that is not judged. */
  maps: AnalysisMap[]
  /** The spots that are counted as lesions and those that are not; none where single lesions cannot be told. */
  spots: SpotMap[]
}

const CHUNK = 1 << 20

function sha256(bytes: Buffer): string {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += CHUNK) hash.update(bytes.subarray(at, at + CHUNK))
  return hash.digest('hex')
}

/**
 * Analyses one fundus photograph that `openImage` has let in: decode, field of view, quality, disc and fovea, vessels,
 * lesions, measures. A picture that is no fundus photograph gets no maps; one that is not gradable gets maps and no measures.
 * @throws {ImageRefused} on bytes that cannot be read; the signal's reason when aborted between two stages
 */
export async function analyseFundus(
  bytes: Buffer,
  models: Models,
  known: Known = {},
  { onStage, onQuality, signal }: Watch = {},
): Promise<FundusAnalysis> {
  const begin = (stage: Stage, share: number) => {
    signal?.throwIfAborted()
    onStage?.(stage, share)
  }
  begin('decode', 0)
  const decoded = await decode(bytes)
  const picture = known.section ? onlyPart(decoded, known.section) : decoded
  const { width, height } = picture

  begin('quality', 0.05)
  const sources = sourcesOf(models, picture)
  const { field } = sources.whole
  // Vessels take longest, on a lane of their own. A picture with a field is hardly ever refused: they are asked for at once.
  const early = isPart(field) ? null : begun(predictVessels(models, sources.whole))
  const {
    quality: assessed,
    screened,
    offered,
  } = await assess(models, sources, calledBy(known.imageType))
  const section = sectionOf(known, offered)
  const other = assessed.reasons.includes('not_fundus') ? seemsOf(picture, 'fundus') : []
  const quality = { ...assessed, reasons: [...assessed.reasons, ...other] }
  // The networks that come next need little of this thread: they run while the quality is told.
  const places = screened && begun(predictLandmarks(models, sources))
  await onQuality?.(quality)
  const about = {
    modality: 'fundus',
    ...(section && { section }),
    file: { sha256: sha256(bytes), width, height },
    gradable: quality.gradable,
    quality_score: quality.score,
    quality,
    model_versions: models.versions,
  } as const
  if (!screened || !places) {
    const [reason = 'not_fundus'] = quality.reasons
    return { findings: { ...about, ...withoutFigures(known, reason) }, maps: [], spots: [] }
  }
  begin('landmarks', 0.2)
  const asked = early ?? predictVessels(models, sources.whole)
  const seen = begun(asked.then((vessels) => ({ vessels, tree: treeOf(vessels.mean) })))
  const called = begun(predictLesions(models, sources.whole))
  // Where single lesions show, they say more than two further views.
  const views = isSmall(field, models.grading) ? 4 : 2
  // Of a part of a field nobody knows what the rest shows.
  const looked = quality.gradable && !isPart(field)
  const chance = begun(predictReferable(models, sources, views))
  const suspected = looked ? begun(predictOtherDisease(models, sources)) : null
  const near = await places
  begin('vessels', 0.3)
  const { vessels, tree } = await seen
  begin('lesions', 0.55)
  const { mean: lesions } = await called
  const referable = await chance
  const beside = await suspected

  begin('measures', 0.8)
  const found: Predictions = {
    width,
    height,
    field,
    vessels: vessels.mean,
    landmarks: near.landmarks.mean,
    disc: near.disc?.mean ?? null,
    lesions,
    scars: beside?.scars ?? null,
    screening: { ...screened, referable },
    views: {
      landmarks: near.landmarks.views,
      disc: near.disc?.views ?? [],
      vessels: vessels.views,
    },
  }
  const predictions = withDrawn(found, known.drawn ?? {})
  const { grading, glaucoma } = models
  const rules = { lesions: rulesWith(lesionRulesOf(models), known.drawn ?? {}), grading, glaucoma }
  const options: MeasureOptions = { ...known, scale: known.scale ?? null, rules }
  const { measured, spots, quality: judged } = measureFundus(predictions, tree, quality, options)
  signal?.throwIfAborted()
  const shown = {
    ...about,
    gradable: judged.gradable,
    quality: withShown(judged, measured),
  }
  return {
    findings: {
      ...shown,
      ...withoutSureness(
        withOtherDisease(measured, judged.gradable && beside ? beside.told : null),
        known.drawn ?? {},
        known.eye,
      ),
    },
    maps: mapsOf(judged.gradable ? predictions : { ...predictions, scars: null }, tree),
    spots: spots ? spotMapsOf(predictions, spots) : [],
  }
}

export function lesionRulesOf({
  lesions,
}: Pick<Models, 'lesions'>): MeasureOptions['rules']['lesions'] {
  const { rules, calibration_curve, figures } = lesions.card
  const ruleOf = (label: keyof typeof rules) => {
    const found = figures.filter(({ name }) => name === `${label}_lesion_sensitivity`)
    const all = found.reduce((sum, { n }) => sum + n, 0)
    const share = found.reduce((sum, { value, n }) => sum + (value * n) / all, 0)
    return {
      ...rules[label],
      curve: calibration_curve.filter((row) => row.label === label),
      sensitivity: share > 0 ? share : null,
    }
  }
  return {
    microaneurysms: ruleOf('microaneurysm'),
    haemorrhages: ruleOf('haemorrhage'),
    hard_exudates: ruleOf('hard_exudate'),
    soft_exudates: ruleOf('soft_exudate'),
  }
}

/** The part that was judged, or that may be. */
function sectionOf({ section }: Known, offered: SectionBox | null): Section | null {
  const box = section ?? offered
  return box && { box, confirmed: section !== undefined }
}

/** A picture that is not judged has no figures. */
function withoutFigures({ eye, scale }: Known, reason: Reason) {
  const figures = {
    eye: eye ?? null,
    eye_confidence: eye ? 1 : null,
    scale: scale ?? null,
    disc_centre: null,
    fovea_centre: null,
    shows: null,
    vcdr: null,
    dr_grade: null,
    dr_referable_probability: null,
    lesion_bool: null,
    vessel: null,
    disc: null,
    macula: null,
    lesions: null,
    dr: null,
    glaucoma: null,
    other_disease: null,
  }
  const open = Object.entries(figures).flatMap(([name, value]) => (value === null ? [name] : []))
  const names = [...open, 'quality_score', ...QUALITY.map((name) => `quality.${name}`)]
  const not_measured = Object.fromEntries(names.map((name) => [name, reason]))
  return { ...figures, confidence: {}, not_measured }
}

const QUALITY = ['score', 'sharpness', 'field', 'standard']
