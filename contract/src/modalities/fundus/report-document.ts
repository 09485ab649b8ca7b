import { sayIn, type Say } from '../../finding-texts.ts'
import type { Language } from '../../messages.ts'
import {
  caution,
  draftedSection,
  eyesText,
  plain,
  reportDocument,
  reportWords,
  soft,
  type Line,
  type ReportDocument,
  type ReportFrame,
  type ReportRow,
  type ReportSection,
  type Tone,
} from '../../report-document.ts'
import type { Confidence } from '../findings.ts'
import { reasonText } from '../../reason-texts.ts'
import { FIGURE_GROUPS, figureAt, type FigureGroup } from './figure-table.ts'
import {
  figureName,
  figureText,
  normText,
  outsideText,
  percentOf,
  reasonOf,
  reportMeasures,
  scaleText,
  sureWord,
  type Measure,
} from './figures.ts'
import { GLAUCOMA_BANDS, LESIONS, type Lesion } from './findings.ts'
import { evidenceText, gradedIn, gradeTag } from './grade-texts.ts'
import type { FundusReportData, ReportedPhotograph } from './report-data.ts'
import { picturesOf } from './report-pictures.ts'

/** A photograph as a report is read, on the page or from the store. */
export interface ReadPhotograph extends Omit<ReportedPhotograph, 'image_url' | 'overlays'> {
  overlays: readonly { name: string; color: string }[]
}

export interface ReadReport
  extends
    ReportFrame,
    ReadPhotograph,
    Pick<FundusReportData, 'image_count' | 'left_out' | 'outcomes' | 'patient_opinion'> {
  fellow: ReadPhotograph | null
}

/** One photograph, or one of each eye with OD first. */
export const photographsOf = <T>(report: T & { fellow: T | null }): readonly T[] =>
  report.fellow === null ? [report] : [report, report.fellow]

/** The values that every part of a document uses. */
interface Reading {
  report: ReadReport
  photographs: readonly ReadPhotograph[]
  /** Headings of the photographs' cells; none for a single one. */
  columns: readonly string[]
  language: Language
  say: Say
}

export function fundusDocument(report: ReadReport, language: Language): ReportDocument {
  const say = sayIn(language)
  const photographs = photographsOf<ReadPhotograph>(report)
  const columns = photographs.length < 2 ? [] : photographs.map(({ eye }) => eyesText([eye], say))
  const reading = { report, photographs, columns, language, say }
  const judged = photographs.some(({ gradable }) => gradable)
  const models = photographs.flatMap(({ model_versions }) => Object.entries(model_versions))
  return reportDocument(
    report,
    {
      title: say('report.title'),
      eye: eyeOf(reading),
      summary: [
        { kind: 'pictures', pictures: picturesOf(photographs, report.image_count, say) },
        ...leftOut(reading),
        ...sittingOf(reading),
        { kind: 'results', columns, rows: resultRows(reading) },
      ],
      details: [
        ...(judged ? [...figureSections(reading), notesOf(reading)] : []),
        ...machineOf(reading),
      ],
      models: [...new Set(models.map(([task, version]) => `${task} ${version}`))],
      hashes: photographs.map(({ image_sha256 }) => image_sha256),
    },
    language,
  )
}

/** The eye, with the machine's confidence where no clinician set it. */
function eyeOf({ photographs, say }: Reading): string {
  return photographs
    .map(({ eye, eye_confidence: sure }) => {
      if (eye === null) return say('report.eye_unknown')
      const name = say(`eye.${eye}`)
      return sure === null ? name : say('report.eye_sure', { eye: name, n: percentOf(sure) })
    })
    .join(say('comma'))
}

/** Photographs of the sitting that stand on no picture here. */
function leftOut({ report: { left_out }, language, say }: Reading): ReportSection[] {
  if (left_out.length === 0) return []
  const named = left_out.map(({ image_index, eye, gradable }) =>
    say(gradable ? 'report.left_out.gradable' : 'report.left_out.ungradable', {
      eye: eyesText([eye], say),
      n: image_index + 1,
    }),
  )
  const list = named.join(say('comma'))
  return [{ kind: 'notes', lines: [reportWords(language)('left_out.all', list)] }]
}

/** The machine's text on the sitting comes before its text on a photograph. */
function sittingOf({ report, language }: Reading): ReportSection[] {
  if (report.patient_opinion === null) return []
  const title = reportWords(language)('sitting', report.image_count)
  return [draftedSection(title, report.patient_opinion, language)]
}

/**
 * The machine's draft. For two photographs it is the basis of each, since the sitting has one
 * conclusion.
 */
function machineOf({ photographs, columns, language, say }: Reading): ReportSection[] {
  const [only, ...others] = photographs
  if (only && others.length === 0)
    return [draftedSection(say('report.machine'), only.machine_opinion, language)]
  const rests = [say('opinion.part.basis'), say('opinion.part.limits')]
  return photographs.map(({ machine_opinion, image_index }, index) => {
    const title = say('report.machine_of', { eye: columns[index] ?? '', n: image_index + 1 })
    const section = draftedSection(title, machine_opinion, language)
    return { ...section, parts: section.parts.filter(({ title }) => rests.includes(title)) }
  })
}

function sureText(confidence: Confidence | undefined, say: Say, of: 'label' | 'ratio' = 'label') {
  if (!confidence) return undefined
  const word = say(`sure.${sureWord(confidence)}`)
  return say(`sure.${of}`, { word, share: percentOf(confidence.level) })
}

type Cell = (photograph: ReadPhotograph, reading: Reading) => Line[]

function resultRows(reading: Reading): ReportRow[] {
  const { photographs, say } = reading
  const row = (label: string, cell: Cell): ReportRow => ({
    label,
    notes: [],
    cells: photographs.map((one) => cell(one, reading)),
  })
  const judged = photographs.some(({ gradable }) => gradable)
  return [
    row(say('report.quality'), qualityOf),
    ...(judged ? [row(say('grade.title'), gradeOf), row(say('report.glaucoma'), glaucomaOf)] : []),
  ]
}

const qualityOf: Cell = ({ iqa, gradable }, { language, say }) => {
  const words = reportWords(language)
  const said = [
    iqa.image_score === null ? '' : words('score', Math.round(iqa.image_score * 100)),
    iqa.standard === null ? '' : words(iqa.standard ? 'standard' : 'below_standard'),
  ].filter((one) => one !== '')
  const reasons = iqa.reasons.map((reason) => reasonText(reason, language))
  return [
    { ...plain(say(`quality.${iqa.image_quality}`)), strong: true, aside: said.join(say('comma')) },
    ...(reasons.length > 0 ? [caution(reasons.join(say('comma')))] : []),
    ...(gradable
      ? []
      : [{ text: say('report.ungradable'), tone: 'danger' as const, strong: true }]),
  ]
}

/** The missing measurements, with their reasons. */
function without(photograph: ReadPhotograph, field: string, none: string, reading: Reading): Line {
  const { language, say } = reading
  const reason = reasonOf(photograph.not_measured, field)
  if (reason === null) return { ...plain(say(none)), strong: true }
  const why = reason === 'not_implemented' ? say('not_supported') : reasonText(reason, language)
  return { ...plain(say(none)), strong: true, aside: why }
}

const gradeOf: Cell = (photograph, reading) => {
  const { language, say } = reading
  if (!photograph.gradable) return []
  const { DR, confidence } = photograph
  const graded = gradedIn(photograph)
  const evidence = evidenceText(graded, language)
  const tag = gradeTag(graded)
  return [
    DR.stage === null
      ? evidence === null
        ? without(photograph, 'DR.stage', 'grade.none', reading)
        : { ...plain(say('grade.none')), strong: true }
      : {
          text: say(`grade.${DR.stage}`),
          tone: toneOfStage(DR.stage),
          strong: true,
          ...withAside(sureText(confidence['DR.stage'], say)),
        },
    ...(tag === null ? [] : [caution(say(`dr.${tag}`))]),
    ...worseElsewhere(photograph, reading),
    ...(evidence === null ? [] : [DR.stage === null ? caution(evidence) : plain(evidence)]),
    ...(DR.macular_oedema === null
      ? []
      : [(DR.macular_oedema ? caution : plain)(say(`dr.oedema_${DR.macular_oedema}`))]),
    ...oedemaElsewhere(photograph, reading),
    ...notAssessed(photograph, say),
  ]
}

const withAside = (aside: string | undefined) => (aside === undefined ? {} : { aside })

const toneOfStage = (stage: number): Tone =>
  stage === 0 ? 'plain' : stage < 3 ? 'caution' : 'danger'

/** The photograph's eye by all its photographs: as bad as the worst of them. */
const eyeIn = (photograph: ReadPhotograph, { report }: Reading) =>
  report.outcomes.find((one) => one.eye === photograph.eye)

/** Says that another photograph of the same eye shows more than this one. */
function worseElsewhere(photograph: ReadPhotograph, reading: Reading): Line[] {
  const { say } = reading
  const eye = eyeIn(photograph, reading)
  if (!eye || eye.stage === null || eye.stage_index === null) return []
  if (eye.stage_index === photograph.image_index || eye.stage === photograph.DR.stage) return []
  return [caution(say('report.worse', { stage: eye.stage, n: eye.stage_index + 1 }))]
}

function oedemaElsewhere(photograph: ReadPhotograph, reading: Reading): Line[] {
  const found = eyeIn(photograph, reading)?.oedema_index ?? null
  if (found === null || photograph.DR.macular_oedema === true) return []
  return [caution(reading.say('report.worse_oedema', { n: found + 1 }))]
}

function notAssessed({ DR }: ReadPhotograph, say: Say): Line[] {
  if (DR.not_assessed.length === 0) return []
  const signs = DR.not_assessed.map((sign) => say(`sign.${sign}`)).join(say('and'))
  return [soft(say('dr.not_assessed', { signs }))]
}

const BAND_TONES: Partial<Record<string, Tone>> = {
  watch: 'caution',
  suspect: 'caution',
  high: 'danger',
}

const bandOf = (name: string | null) => GLAUCOMA_BANDS.findIndex((band) => band === name)

function suspicionElsewhere(photograph: ReadPhotograph, reading: Reading): Line[] {
  const { say } = reading
  const { glaucoma = null, glaucoma_index: index = null } = eyeIn(photograph, reading) ?? {}
  if (index === null || bandOf(glaucoma) <= bandOf(photograph.glaucoma)) return []
  const band = say(`glaucoma.${glaucoma}`)
  return [caution(say('report.worse_glaucoma', { band, n: index + 1 }))]
}

const glaucomaOf: Cell = (photograph, reading) => {
  const { say } = reading
  if (!photograph.gradable) return []
  const { glaucoma, glaucoma_signs, confidence, segmentation } = photograph
  const signs = glaucoma_signs.map((sign) => say(`glaucoma.sign.${sign}`))
  return [
    glaucoma === null
      ? without(photograph, 'glaucoma', 'undetermined', reading)
      : {
          text: say(`glaucoma.${glaucoma}`),
          tone: BAND_TONES[glaucoma] ?? 'plain',
          strong: true,
          ...withAside(sureText(confidence['segmentation.vcdr'], say, 'ratio')),
        },
    ...(signs.length > 0 ? [plain(signs.join(say('comma')))] : []),
    ...suspicionElsewhere(photograph, reading),
    ...(segmentation.ddls?.size_assumed ? [soft(say('ddls.assumed').trim())] : []),
  ]
}

function figureSections(reading: Reading): ReportSection[] {
  const { columns, say } = reading
  const section = (title: string, rows: ReportRow[]): ReportSection[] =>
    rows.length === 0 ? [] : [{ kind: 'figures', title, columns, rows }]
  const group = (name: FigureGroup) => section(say(`group.${name}`), groupRows(name, reading))
  return [
    ...section(say('lesion.title'), lesionRows(reading)),
    ...group('macula'),
    ...group('disc'),
    ...group('vessel'),
  ]
}

function groupRows(group: FigureGroup, { photographs, language, say }: Reading): ReportRow[] {
  const [first = [], ...others] = photographs.map((one) => reportMeasures(one, group))
  return first.flatMap((measure, index) => {
    const all = [measure, ...others.flatMap((list) => list[index] ?? [])]
    const shown = all.some(({ value, rare }) => value !== null && !rare)
    if (!shown) return []
    const norm = normText(measure, language)
    return [
      {
        label: figureName(measure, language),
        notes: norm === null ? [] : [soft(say('norm', { norm }))],
        cells: all.map((one) => figureCell(one, language)),
      },
    ]
  })
}

function figureCell(measure: Measure, language: Language): Line[] {
  const outside = outsideText(measure, language)
  return [plain(figureText(measure) ?? '—'), ...(outside === null ? [] : [caution(outside)])]
}

const QUADRANTS = [
  'superior_temporal',
  'superior_nasal',
  'inferior_temporal',
  'inferior_nasal',
] as const

function lesionRows(reading: Reading): ReportRow[] {
  const { photographs, say } = reading
  return LESIONS.map((kind) => ({
    label: say(`overlay.${kind}`),
    notes: [],
    cells: photographs.map((one) => lesionCell(one, kind, reading)),
  }))
}

function lesionCell(photograph: ReadPhotograph, kind: Lesion, reading: Reading): Line[] {
  const { say } = reading
  const found = photograph.lesion.measures?.[kind]
  if (!found) return [without(photograph, 'lesion.measures', 'not_measured', reading)]
  const { count, uncounted, percent, fovea_distance_dd: near, quadrants } = found
  const written = (name: string, value: number | null) =>
    figureText({ ...figureAt(`lesions.${kind}.${name}`), value })
  const parts = [String(count)]
  if (count > 0) parts.push(written('percent', percent) ?? '')
  if (near !== null) parts.push(written('fovea_distance_dd', near) ?? '')
  const places = QUADRANTS.filter((name) => count > 0 && (quadrants?.[name] ?? 0) > 0)
  return [
    plain(parts.join(' · ')),
    ...(places.length === 0
      ? []
      : [
          soft(places.map((name) => `${say(`quadrant.${name}`)} ${quadrants?.[name]}`).join(' · ')),
        ]),
    ...(uncounted ? [soft(`${say('lesion.uncounted')} ${uncounted}`)] : []),
  ]
}

/**
 * The missing measurements and their reasons, so that silence does not read as health. Also the
 * scale, and how to read the tables.
 */
function notesOf(reading: Reading): ReportSection {
  const { photographs, columns, language, say } = reading
  const named = (lines: readonly string[], index: number) =>
    lines.map((line) => (columns[index] ? `${columns[index]}: ${line}` : line))
  const lines = photographs.flatMap((one, index) =>
    named([...missingOf(one, language), scaleText(one, language)], index),
  )
  return { kind: 'notes', lines: [...lines, say('report.legend')] }
}

function missingOf(photograph: ReadPhotograph, language: Language): string[] {
  const say = sayIn(language)
  const missing = FIGURE_GROUPS.flatMap((group) => reportMeasures(photograph, group)).filter(
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
