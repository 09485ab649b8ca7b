import type { Language } from '../wire/constants.ts'
import { minuteOf } from '../wire/fields.ts'
import { sayOf, type Say } from '../wire/wording.ts'
import type { Curve, CurvesSection, Line, ReportDocument, ReportSection } from './document.ts'
import {
  VALIDATION,
  type ValidationFigures,
  type ValidationQuestionFigures,
  type ValidationScore,
  type ValidationShare,
  type ValidationSource,
} from './validation.ts'
import { VALIDATION_TEXTS } from './validation-texts.ts'
import { reportSay } from './words.ts'

/** A table of a study. Page and PDF lay out these words and add none. */
export interface ValidationTable {
  key: string
  title: string
  note: string
  /** Above the cells; empty: none. */
  columns: readonly string[]
  rows: readonly { label: string; cells: readonly string[] }[]
}

/** A study as its tables and its PDF say it. */
export interface ToldValidation {
  validation_id: string
  name: string
  source: ValidationSource
  start_date: string | null
  end_date: string | null
  by: string
  created_at: string
  ended_at: string | null
  /** Another study's photographs, answered anew. */
  again_of: string | null
}

export const validationSay = (language: Language): Say => sayOf(VALIDATION_TEXTS, language)

const percent = (value: number) => (100 * value).toFixed(1)

/** A share with its interval, or that there are too few to say it. */
export function validationShareText(share: ValidationShare, say: Say): string {
  const { value, low, high, by, patients } = share
  if (value === null || low === null || high === null)
    return say('few', { least: VALIDATION.least, n: patients })
  const mark = by === 'patients' ? ' †' : ''
  return `${percent(value)}% (${percent(low)}–${percent(high)})${mark}`
}

const countText = ({ hits, n }: ValidationShare) => `${hits} / ${n}`

export const validationFrom = (told: ToldValidation, say: Say): string =>
  say(`from.${told.source}`, { start: told.start_date ?? '', end: told.end_date ?? '' })

/** What stands above every figure. */
export function validationHonesty(
  { source, again_of }: Pick<ToldValidation, 'source' | 'again_of'>,
  say: Say,
): string[] {
  const own =
    source === 'reports'
      ? ['reports.agreement', 'reports.stated', 'reports.unread']
      : ['photographs.truth', 'photographs.chosen', 'photographs.patient']
  const all = [...own, ...(again_of === null ? [] : ['again']), 'cuts', 'stage', 'intervals']
  const { draws, seed, least } = VALIDATION
  return all.map((name) => say(`honest.${name}`, { draws, seed, least }))
}

type Figures = ValidationFigures
type Pair = readonly [now: Figures, before: Figures | null]

/** Every table of a study; with another one's figures beside its own where there is one. */
export function validationTables(
  source: ValidationSource,
  now: Figures,
  before: Figures | null,
  language: Language,
): ValidationTable[] {
  const say = validationSay(language)
  const pair: Pair = [now, before]
  return [
    overview(source, pair, say),
    ...now.questions.map((own, place) => questionTable(own, before?.questions[place], say)),
    confusion(now, say, 'confusion'),
    ...(before
      ? [{ ...confusion(before, say, 'confusion-before'), note: say('column.before') }]
      : []),
    sameStage(pair, say),
    ...now.questions.flatMap((own) => groupTable(own, say)),
    ...scoreTables(pair, say),
    versions(pair, say),
  ]
}

function overview(source: ValidationSource, [now, before]: Pair, say: Say): ValidationTable {
  const rows: [label: string, of: (figures: Figures) => string][] = [
    [say(`overview.cases.${source}`), ({ cases }) => String(cases)],
    [say('overview.patients'), ({ patients }) => String(patients)],
    [say('overview.several'), ({ several }) => String(several)],
    [say('overview.ungradable'), ({ ungradable }) => String(ungradable)],
    [say('overview.failed'), ({ failed }) => String(failed)],
    ...now.questions.map(({ question }, place): (typeof rows)[number] => [
      `${say('figure.unread')}${say('comma')}${say(`question.${question}`)}`,
      ({ questions }) => String(questions[place]?.unread ?? 0),
    ]),
    ...(source === 'reports'
      ? now.questions.map(({ question }): (typeof rows)[number] => [
          say('overview.stated', { question: say(`question.${question}`) }),
          ({ stated }) => String(stated[question]),
        ])
      : []),
  ]
  return {
    key: 'overview',
    title: say('overview.title'),
    note: '',
    columns: before ? [say('column.count'), say('column.before_count')] : [],
    rows: rows.map(([label, of]) => ({ label, cells: [of(now), ...(before ? [of(before)] : [])] })),
  }
}

type Questioned = ValidationQuestionFigures

const FIGURES: readonly [name: string, of: (figures: Questioned) => ValidationShare][] = [
  // What is not told is said first.
  ['untold', ({ untold }) => untold],
  ['untold_positive', ({ untold_positive }) => untold_positive],
  ['untold_negative', ({ untold_negative }) => untold_negative],
  ['prevalence', ({ prevalence }) => prevalence],
  ['sensitivity_told', ({ sensitivity }) => sensitivity.told],
  ['sensitivity_all', ({ sensitivity }) => sensitivity.all],
  ['specificity_told', ({ specificity }) => specificity.told],
  ['specificity_all', ({ specificity }) => specificity.all],
  ['ppv', ({ ppv }) => ppv],
  ['npv', ({ npv }) => npv],
]

const headsOf = (before: unknown, say: Say): string[] => [
  say('column.value'),
  say('column.count'),
  ...(before ? [say('column.before'), say('column.before_count')] : []),
]

const cellsOf = (shares: readonly (ValidationShare | undefined)[], say: Say): string[] =>
  shares.flatMap((share) => (share ? [validationShareText(share, say), countText(share)] : []))

function questionTable(own: Questioned, before: Questioned | undefined, say: Say): ValidationTable {
  return {
    key: own.question,
    title: say(`question.${own.question}`),
    note: '',
    columns: headsOf(before, say),
    rows: FIGURES.map(([name, of]) => ({
      label: say(`figure.${name}`),
      cells: cellsOf([of(own), before && of(before)], say),
    })),
  }
}

const STAGES = [0, 1, 2, 3, 4]

function confusion({ confusion: counted }: Figures, say: Say, key: string): ValidationTable {
  const told = [...STAGES, null]
  return {
    key,
    title: say('confusion.title'),
    note: '',
    columns: told.map((n) => (n === null ? say('column.none') : say('confusion.told', { n }))),
    rows: STAGES.map((reader) => ({
      label: say('confusion.stage', { n: reader }),
      cells: told.map((stage) =>
        String(counted.find((cell) => cell.reader === reader && cell.told === stage)?.n ?? 0),
      ),
    })),
  }
}

const sameStage = ([now, before]: Pair, say: Say): ValidationTable => ({
  key: 'same-stage',
  title: say('figure.same_stage'),
  note: '',
  columns: headsOf(before, say),
  rows: [
    {
      label: say('figure.same_stage'),
      cells: cellsOf([now.same_stage, before?.same_stage], say),
    },
  ],
})

function groupTable({ question, groups }: Questioned, say: Say): ValidationTable[] {
  if (groups.length === 0) return []
  const cell = (share: ValidationShare) => `${validationShareText(share, say)}, ${countText(share)}`
  return [
    {
      key: `groups-${question}`,
      title: say('group.title', { question: say(`question.${question}`) }),
      note: '',
      columns: [say('group.untold'), say('group.sensitivity'), say('group.specificity')],
      rows: groups.map(({ by, name, untold, sensitivity, specificity }) => ({
        label:
          by === 'quality'
            ? say(`group.quality.${name}`)
            : say('group.device', { name: name === '' ? say('group.nameless') : name }),
        cells: [untold, sensitivity, specificity].map(cell),
      })),
    },
  ]
}

/** False alarms at which the curve is read. */
const ALARMS = [0.05, 0.1, 0.2, 0.3]

function scoreTables([now, before]: Pair, say: Say): ValidationTable[] {
  const { score } = now
  const fewest = Math.min(score.patients_positive, score.patients_negative)
  const few = say('few', { least: VALIDATION.least, n: fewest })
  const area = ({ auc }: Figures['score']) =>
    auc === null
      ? say('few', { least: VALIDATION.least, n: fewest })
      : `${auc.value.toFixed(3)} (${auc.low.toFixed(3)}–${auc.high.toFixed(3)})${auc.by === 'patients' ? ' †' : ''}`
  const at = ({ auc, roc }: Figures['score'], alarms: number) =>
    auc === null
      ? few
      : `${percent(Math.max(0, ...roc.filter(([x]) => x <= alarms).map(([, y]) => y)))}%`
  const both = (of: (figures: Figures['score']) => string) => [
    of(score),
    ...(before ? [of(before.score)] : []),
  ]
  return [
    {
      key: 'score',
      title: say('score.title'),
      note: say('score.basis', { n: score.n, positive: score.positive }),
      columns: [say('column.value'), ...(before ? [say('column.before')] : [])],
      rows: [
        { label: say('figure.auc'), cells: both(area) },
        ...ALARMS.map((alarms) => ({
          label: `${say('score.roc')} ${100 * alarms}%`,
          cells: both((figures) => at(figures, alarms)),
        })),
      ],
    },
    {
      key: 'calibration',
      title: say('score.observed'),
      note: '',
      columns: [say('column.value'), say('column.count')],
      rows: score.bins.map(({ from, mean, share }) => ({
        label: say('score.bin', {
          from: Math.round(100 * from),
          to: Math.round(100 * from + 10),
          mean: Math.round(100 * mean),
        }),
        cells: cellsOf([share], say),
      })),
    },
  ]
}

function curvesOf({ roc, bins }: ValidationScore, say: Say): Curve[] {
  const dots = bins.flatMap(({ mean, share: { value, low, high } }) =>
    value === null || low === null || high === null ? [] : [{ x: mean, y: value, low, high }],
  )
  const curve = (
    name: string,
    [across, up]: readonly [string, string],
    drawn: Pick<Curve, 'line' | 'dots'>,
  ) => ({
    name,
    title: say(`curve.${name}`),
    across: say(`curve.${across}`),
    up: say(`curve.${up}`),
    ...drawn,
  })
  return [
    ...(roc.length > 0 ? [curve('roc', ['alarms', 'found'], { line: roc, dots: [] })] : []),
    ...(dots.length > 0 ? [curve('calibration', ['told', 'observed'], { line: [], dots })] : []),
  ]
}

/** ROC and calibration, with those of another study behind them. What has too few patients is in neither. */
export const validationCurves = ([now, before]: Pair, say: Say): Curve[] => [
  ...curvesOf(now.score, say),
  ...(before
    ? curvesOf(before.score, say).map((curve) => ({
        ...curve,
        title: `${curve.title}${say('curve.before')}`,
      }))
    : []),
]

function versions([now, before]: Pair, say: Say): ValidationTable {
  const lines = (figures: Figures) =>
    figures.versions.map(({ networks, n }) => ({
      label: say('versions.cases', { n, networks: '' }).replace(/[:：]\s*$/, ''),
      cells: [networks === '' ? say('versions.unknown') : networks],
    }))
  return {
    key: 'versions',
    title: say('versions.title'),
    note: '',
    columns: [],
    rows: [
      ...lines(now),
      ...(before
        ? lines(before).map((row) => ({ ...row, label: `${say('column.before')} · ${row.label}` }))
        : []),
    ],
  }
}

const plain = (text: string): Line[] => [{ text, tone: 'plain' }]

type Section = ReportSection | CurvesSection

/** A study as a committee files it. */
export function validationDocument(
  told: ToldValidation,
  figures: readonly [now: Figures, before: Figures | null],
  institution: string,
  language: Language,
): ReportDocument<Section> {
  const say = validationSay(language)
  const words = (title: string, lines: readonly string[]): Section => ({
    kind: 'opinion',
    title,
    origin: null,
    signed: null,
    parts: lines.map((line) => ({ title: '', lines: [line] })),
  })
  const tables = validationTables(told.source, ...figures, language)
  const [worth = '', ...rest] = validationHonesty(told, say)
  return {
    institution,
    title: say('title'),
    scan: '',
    mark: null,
    // What the source is worth stands above everything.
    notices: [{ text: worth, lines: [], link: null }],
    identity: [
      { label: say('identity.name'), value: told.name },
      { label: say('identity.source'), value: validationFrom(told, say) },
      { label: say('identity.started'), value: minuteOf(told.created_at) },
      { label: say('identity.ended'), value: told.ended_at ? minuteOf(told.ended_at) : '—' },
      { label: say('identity.by'), value: told.by === '' ? '—' : told.by },
    ],
    sections: [
      words(say('honest.title'), rest),
      ...tables.flatMap(({ key, title, note, columns, rows }): Section[] => [
        words(title, note === '' ? [] : [note]),
        ...(key === 'score'
          ? [{ kind: 'curves' as const, curves: validationCurves(figures, say) }]
          : []),
        {
          kind: 'results',
          columns,
          rows: rows.map(({ label, cells }) => ({ label, notes: [], cells: cells.map(plain) })),
        },
      ]),
    ],
    footer: {
      warning: reportSay(language)('warning'),
      whose: `${say('identity.number')} ${told.validation_id} · ${told.name}`,
      lines: [say(`honest.cuts`)],
    },
  }
}
