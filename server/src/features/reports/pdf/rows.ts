import {
  findingText,
  figureText,
  LESIONS,
  normText,
  reasonOf,
  reasonText,
  reportMeasures,
  sureWord,
  wordOfChance,
  type Confidence,
  type FigureGroup,
  type Language,
  type Measure,
} from '@mingmou/contract'
import type { Snapshot } from '../snapshot.ts'
import type { Words } from './texts.ts'

export type Row = readonly [label: string, value: string]

/** Who was examined, and how. */
export function factRows(report: Snapshot, words: Words): Row[] {
  const sure = report.eye_confidence
  const eye = words(report.eye === null ? 'eye_unknown' : `eye_${report.eye}`)
  return [
    [words('name'), report.name],
    [words('gender'), words(`gender_${report.gender}`)],
    [words('age'), words('years', report.age)],
    [words('card'), report.id],
    [words('phone'), report.phone],
    [words('eye'), sure === null ? eye : `${eye} (AI ${Math.round(sure * 100)}%)`],
    [words('record_date'), report.record_date],
    [words('device'), report.collect_device],
  ]
}

type Say = (name: string, values?: Record<string, string | number>) => string

const sayIn =
  (language: Language): Say =>
  (name, values) =>
    findingText(language, name, values)

function sure(confidence: Confidence | undefined, say: Say): string {
  if (!confidence) return ''
  return ` (${say('sure.label', { word: say(`sure.${sureWord(confidence)}`), share: Math.round(confidence.level * 100) })})`
}

const notMeasured = (report: Snapshot, field: string, language: Language): string => {
  const say = sayIn(language)
  const reason = reasonOf(report.not_measured, field)
  if (reason === null || reason === 'not_implemented') return say('not_measured')
  return `${say('not_measured')} (${reasonText(reason, language)})`
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
  const grade =
    DR.stage === null
      ? notMeasured(report, 'DR.stage', language)
      : say(`grade.${DR.stage}`) + sure(confidence['DR.stage'], say)
  rows.push([say('grade.title'), [grade, ...gradeNotes(report, say)].join('\n')])
  const band =
    report.glaucoma === null
      ? notMeasured(report, 'glaucoma', language)
      : say(`glaucoma.${report.glaucoma}`) + sure(confidence['glaucoma'], say)
  const signs = report.glaucoma_signs.map((sign) => say(`glaucoma.sign.${sign}`)).join(comma)
  rows.push([words('glaucoma'), signs ? `${band}\n${signs}` : band])
  return rows
}

function gradeNotes({ DR }: Snapshot, say: Say): string[] {
  const notes: string[] = []
  if (DR.rule) notes.push(say('dr.by_rule', { rule: say(`dr.rule.${DR.rule}`) }))
  if (DR.referable_probability !== null)
    notes.push(
      say(wordOfChance(DR.agreed !== null), { share: Math.round(DR.referable_probability * 100) }),
    )
  if (DR.referable) notes.push(say('dr.referable'))
  if (DR.agreed === false) notes.push(say('dr.disagree'))
  if (DR.macular_oedema !== null) notes.push(say(`dr.oedema_${DR.macular_oedema}`))
  if (DR.not_assessed.length > 0) {
    const signs = DR.not_assessed.map((sign) => say(`sign.${sign}`)).join(say('comma'))
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
  const groups = reportMeasures(report)
  const of = (wanted: FigureGroup): Block => ({
    title: say(`group.${wanted}`),
    rows: groups
      .flatMap(({ group, rows }) => (group === wanted ? rows : []))
      .flatMap((measure) => figureRow(measure, say, language)),
  })
  const lesions: Block = { title: say('lesion.title'), rows: lesionRows(report, say, language) }
  return [lesions, of('macula'), of('disc'), of('vessel')].filter(({ rows }) => rows.length > 0)
}

function figureRow(measure: Measure, say: Say, language: Language): Row[] {
  const written = figureText(measure)
  if (written === null || measure.rare) return []
  const label = say(`measure.${measure.key}`)
  const norm = normText(measure.key, language)
  return [[norm === null ? label : `${label}\n${say('norm', { norm })}`, written]]
}

function lesionRows(report: Snapshot, say: Say, language: Language): Row[] {
  const { measures } = report.lesion
  if (measures === null) {
    return [[say('lesion.title'), notMeasured(report, 'lesion.measures', language)]]
  }
  return LESIONS.map((name) => {
    const { count, percent, fovea_distance_dd: near } = measures[name]
    const parts = [`${count}`]
    if (count > 0) parts.push(`${percent.toFixed(3)}%`)
    if (near !== null) parts.push(`${near.toFixed(2)} DD`)
    return [say(`overlay.${name}`), parts.join(' · ')]
  })
}

/** Every figure that is not there, by its reason. */
export function missingLines(report: Snapshot, language: Language): string[] {
  const say = sayIn(language)
  const missing = reportMeasures(report)
    .flatMap(({ rows }) => rows)
    .filter(({ value }) => value === null)
  return [...new Set(missing.map(({ reason }) => reason))].map((reason) =>
    say('missing', {
      reason:
        reason === null || reason === 'not_implemented'
          ? say('not_supported')
          : reasonText(reason, language),
      names: missing
        .filter((one) => one.reason === reason)
        .map(({ key }) => say(`measure.${key}`))
        .join(say('comma')),
    }),
  )
}
