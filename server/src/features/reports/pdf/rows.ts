import {
  evidenceText,
  FIGURE_GROUPS,
  figureName,
  figureText,
  gradedIn,
  gradeTag,
  LESIONS,
  normText,
  outsideText,
  percentOf,
  reasonOf,
  reasonText,
  reportMeasures,
  sayIn,
  sureWord,
  type Confidence,
  type FigureGroup,
  type Language,
  type Measure,
  type Say,
} from '@mingmou/contract'
import type { Snapshot } from '../snapshot.ts'
import type { Words } from './texts.ts'

export type Row = readonly [label: string, value: string]

/** Who was examined, and how. */
export function factRows(report: Snapshot, words: Words, say: Say): Row[] {
  const sure = report.eye_confidence
  const eye = report.eye === null ? words('eye_unknown') : say(`eye.${report.eye}`)
  const found = say('report.eye_sure', { eye, n: percentOf(sure ?? 0) })
  return [
    [words('name'), report.name],
    [words('gender'), words(`gender_${report.gender}`)],
    [words('age'), words('years', report.age)],
    [words('card'), report.id],
    [words('phone'), report.phone ?? words('not_recorded')],
    [words('eye'), sure === null ? eye : found],
    [words('record_date'), report.record_date],
    [words('device'), report.collect_device],
  ]
}

function sure(confidence: Confidence | undefined, say: Say, of: 'label' | 'ratio' = 'label') {
  if (!confidence) return ''
  return ` (${say(`sure.${of}`, { word: say(`sure.${sureWord(confidence)}`), share: percentOf(confidence.level) })})`
}

/** Why there is nothing at a field: `none` says what is missing. */
const without = (report: Snapshot, field: string, language: Language, none: string): string => {
  const say = sayIn(language)
  const reason = reasonOf(report.not_measured, field)
  if (reason === null || reason === 'not_implemented') return say(none)
  return `${say(none)} (${reasonText(reason, language)})`
}

/** Quality, grade and suspicion: each a line, with what it rests on under it. */
export function resultRows(report: Snapshot, words: Words, language: Language): Row[] {
  const { iqa, DR, confidence } = report
  const say = sayIn(language)
  const comma = say('comma')
  const reasons = iqa.reasons.map((reason) => reasonText(reason, language))
  const quality = [
    say(`quality.${iqa.image_quality}`),
    iqa.image_score === null ? '' : words('score', Math.round(iqa.image_score * 100)),
    iqa.standard === null ? '' : words(iqa.standard ? 'standard' : 'below_standard'),
    ...reasons,
  ]
  const rows: Row[] = [[words('quality'), quality.filter((one) => one !== '').join(comma)]]
  if (!report.gradable) return [...rows, [say('grade.title'), words('ungradable')]]
  const evidence = evidenceText(gradedIn(report), language)
  const ungraded =
    evidence === null ? without(report, 'DR.stage', language, 'grade.none') : say('grade.none')
  const grade =
    DR.stage === null ? ungraded : say(`grade.${DR.stage}`) + sure(confidence['DR.stage'], say)
  const tag = gradeTag(gradedIn(report))
  const first = tag === null ? grade : `${grade} · ${say(`dr.${tag}`)}`
  rows.push([say('grade.title'), [first, ...gradeNotes(report, evidence, say)].join('\n')])
  const band =
    report.glaucoma === null
      ? without(report, 'glaucoma', language, 'undetermined')
      : say(`glaucoma.${report.glaucoma}`) + sure(confidence['segmentation.vcdr'], say, 'ratio')
  const signs = report.glaucoma_signs.map((sign) => say(`glaucoma.sign.${sign}`)).join(comma)
  rows.push([words('glaucoma'), signs ? `${band}\n${signs}` : band])
  return rows
}

function gradeNotes({ DR }: Snapshot, evidence: string | null, say: Say): string[] {
  const notes = evidence === null ? [] : [evidence]
  if (DR.macular_oedema !== null) notes.push(say(`dr.oedema_${DR.macular_oedema}`))
  if (DR.not_assessed.length > 0) {
    const signs = DR.not_assessed.map((sign) => say(`sign.${sign}`)).join(say('and'))
    notes.push(say('dr.not_assessed', { signs }))
  }
  return notes
}

/** A block of figures with its heading. */
export interface Block {
  title: string
  rows: Row[]
}

/** Every figure with its unit, by what it is of; those read less often are left to the page. */
export function figureBlocks(report: Snapshot, language: Language): Block[] {
  const say = sayIn(language)
  const of = (wanted: FigureGroup): Block => ({
    title: say(`group.${wanted}`),
    rows: reportMeasures(report, wanted).flatMap((measure) => figureRow(measure, say, language)),
  })
  const lesions: Block = { title: say('lesion.title'), rows: lesionRows(report, say, language) }
  return [lesions, of('macula'), of('disc'), of('vessel')].filter(({ rows }) => rows.length > 0)
}

function figureRow(measure: Measure, say: Say, language: Language): Row[] {
  const written = figureText(measure)
  if (written === null || measure.rare) return []
  const label = figureName(measure, language)
  const norm = normText(measure, language)
  const outside = outsideText(measure, language)
  const notes = [norm === null ? '' : say('norm', { norm }), outside ?? '']
  return [[[label, ...notes.filter((note) => note !== '')].join('\n'), written]]
}

function lesionRows(report: Snapshot, say: Say, language: Language): Row[] {
  const { measures } = report.lesion
  if (measures === null) {
    return [[say('lesion.title'), without(report, 'lesion.measures', language, 'not_measured')]]
  }
  return LESIONS.map((name) => {
    const { count, uncounted, percent, fovea_distance_dd: near } = measures[name]
    const parts = [`${count}`]
    if (count > 0) parts.push(`${percent.toFixed(3)}%`)
    if (near !== null) parts.push(`${near.toFixed(2)} DD`)
    const label = say(`overlay.${name}`)
    const beside = uncounted ? `\n${say('lesion.uncounted')} ${uncounted}` : ''
    return [label + beside, parts.join(' · ')]
  })
}

/** Every figure that is not there, by its reason. */
export function missingLines(report: Snapshot, language: Language): string[] {
  const say = sayIn(language)
  const missing = FIGURE_GROUPS.flatMap((group) => reportMeasures(report, group)).filter(
    ({ value }) => value === null,
  )
  return [...new Set(missing.map(({ reason }) => reason))].map((reason) =>
    say('missing', {
      reason:
        reason === null || reason === 'not_implemented'
          ? say('not_supported')
          : reasonText(reason, language),
      names: missing
        .filter((one) => one.reason === reason)
        .map((one) => figureName(one, language))
        .join(say('comma')),
    }),
  )
}
