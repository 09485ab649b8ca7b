import { authorshipText, type Authorship } from './authorship.ts'
import { minuteOf } from '../wire/fields.ts'
import type { Say } from '../wire/wording.ts'
import type { Eye } from '../findings/findings.ts'
import { HASHED, type Language } from '../wire/constants.ts'
import { opinionSections, takenOver } from './opinion.ts'
import { stepLines, type SignedStep } from './next-step.ts'
import { markOf, noticesOf, shortHash, type Notice } from './notices.ts'
import type { ReportStanding } from './standing.ts'
import { reportSay } from './words.ts'

/** A report for its readers. The page and the PDF lay out these words and pictures and add none. */
export interface ReportDocument<Section = ReportSection> {
  institution: string
  title: string
  /** Stands below the code with the address of the report's page. */
  scan: string
  /** What became of the report after it was signed. */
  notices: readonly Notice[]
  /** Stands across every page of a report that is not valid. */
  mark: string | null
  identity: readonly Fact[]
  sections: readonly Section[]
  footer: ReportFooter
}

interface Fact {
  label: string
  value: string
}

/** Stands on every page of the PDF. */
interface ReportFooter {
  warning: string
  /** Number of the report and name of the patient. */
  whose: string
  /** Lines about the models and images behind the result. */
  lines: readonly string[]
}

export type Tone = 'plain' | 'soft' | 'caution' | 'danger'

export interface Line {
  text: string
  tone: Tone
  /** The most important cell. */
  strong?: boolean
  /** Stands behind the text in a lighter tone. */
  aside?: string
}

export interface ReportRow {
  label: string
  notes: readonly Line[]
  /** One for each photograph. */
  cells: readonly (readonly Line[])[]
}

/** A map or a line over a photograph. */
export interface PictureLayer {
  name: string
  label: string
  color: string
  /** Hidden until a reader of the page turns it on. */
  hidden?: boolean
}

export interface ReportPicture {
  /** The photograph of the report, by its place. */
  photograph: number
  name: string
  caption: string
  layers: readonly PictureLayer[]
}

/** Two shares against each other, in a square with its diagonal. */
export interface Curve {
  name: string
  title: string
  across: string
  up: string
  /** A line of points; empty: none. */
  line: readonly (readonly [x: number, y: number])[]
  /** Points with their intervals. */
  dots: readonly { x: number; y: number; low: number; high: number }[]
}

/** What a study prints besides; no report has it. */
export interface CurvesSection {
  kind: 'curves'
  curves: readonly Curve[]
}

export type ReportSection =
  | { kind: 'pictures'; pictures: readonly ReportPicture[] }
  /** Findings in words: label, and a cell for each photograph. */
  | { kind: 'results'; columns: readonly string[]; rows: readonly ReportRow[] }
  /** A table of figures. Several tables stand beside each other. */
  | { kind: 'figures'; title: string; columns: readonly string[]; rows: readonly ReportRow[] }
  | { kind: 'notes'; lines: readonly string[] }
  | OpinionSection

interface OpinionSection {
  kind: 'opinion'
  title: string
  /** The opinion of a clinician, with its author, signature and time. */
  origin: string | null
  signed: string | null
  parts: readonly { title: string; lines: readonly string[] }[]
}

/** The parts that reports of every modality share. */
export interface ReportFrame {
  report_no: string
  organization: { name: string }
  name: string
  gender: 1 | 2
  age: number
  phone: string | null
  id: string
  record_date: string
  collect_device: string
  report_time: string
  clinician: string
  opinion: string
  opinion_origin: Authorship['origin']
  opinion_share: Authorship['share']
  next_step?: SignedStep | null | undefined
  standing: ReportStanding
}

/** The parts that a modality adds. */
export interface ReportContent {
  title: string
  /** The words for the eye or for both eyes. */
  eye: string
  /** The sections that lead to the opinion of the clinician. The details below support both. */
  summary: readonly ReportSection[]
  details: readonly ReportSection[]
  models: readonly string[]
  hashes: readonly Hash[]
}

/** The SHA-256 of an image: of the file as it was received, or of the picture that is stored of it. */
export interface Hash {
  of: (typeof HASHED)[number]
  sha256: string
}

/** The words of a report. The words that every report has are at `report.<word>`. */
export type ReportWords = (word: string, n?: string | number) => string

export const reportWords =
  (language: Language): ReportWords =>
  (word, n = '') =>
    reportSay(language)(`report.${word}`, { n })

export function reportDocument(
  report: ReportFrame,
  content: ReportContent,
  language: Language,
): ReportDocument {
  const words = reportWords(language)
  return {
    institution: report.organization.name,
    title: content.title,
    scan: words('scan'),
    notices: noticesOf(report.standing, language),
    mark: markOf(report.standing, language),
    identity: identityOf(report, content.eye, words),
    sections: [
      ...content.summary,
      clinicianOf(report, words, language),
      ...nextStepOf(report, language),
      ...content.details,
    ],
    footer: {
      warning: reportSay(language)('warning'),
      whose: `${words('number')} ${report.report_no} · ${report.name}`,
      lines: [
        `${words('models')} ${content.models.join('; ') || '—'}`,
        ...hashLines(content.hashes, words),
      ],
    },
  }
}

const hashLines = (hashes: readonly Hash[], words: ReportWords): string[] =>
  HASHED.flatMap((of) => {
    const alike = hashes.filter((hash) => hash.of === of).map(({ sha256 }) => sha256)
    return alike.length === 0 ? [] : [`${words(`hash.${of}`)} ${alike.join('; ')}`]
  })

function identityOf(report: ReportFrame, eye: string, words: ReportWords): Fact[] {
  const facts: [word: string, value: string][] = [
    ['name', report.name],
    ['gender', words(`gender_${report.gender}`)],
    ['age', words('years', report.age)],
    ['card', report.id],
    ['phone', report.phone ?? words('not_recorded')],
    ['eye', eye],
    ['record_date', report.record_date],
    ['device', report.collect_device],
  ]
  return facts.map(([word, value]) => ({ label: words(word), value }))
}

function clinicianOf(report: ReportFrame, words: ReportWords, language: Language): OpinionSection {
  return {
    kind: 'opinion',
    title: words('clinician'),
    origin: authorshipText(
      { origin: report.opinion_origin, share: report.opinion_share },
      language,
    ),
    signed: [
      `${words('signed')} ${report.clinician}`,
      `${words('time')} ${minuteOf(report.report_time)}`,
      `${words('sha256')} ${shortHash(report.standing.sha256)}`,
    ].join(' · '),
    parts: partsOf(report.opinion),
  }
}

function nextStepOf({ next_step }: ReportFrame, language: Language): OpinionSection[] {
  if (!next_step) return []
  const say = reportSay(language)
  const parts = [{ title: '', lines: stepLines(next_step, say) }]
  return [{ kind: 'opinion', title: say('next_step.title'), origin: null, signed: null, parts }]
}

/** A drafted opinion. The warning, its last line, stands at the foot of every page. */
export function draftedSection(title: string, draft: string): OpinionSection {
  return { kind: 'opinion', title, origin: null, signed: null, parts: partsOf(takenOver(draft)) }
}

const partsOf = (text: string) =>
  opinionSections(text)
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => ({ title, lines }))

/** An eye, or both as one faces the patient. */
export const eyesText = (eyes: readonly (Eye | null)[], say: Say): string =>
  eyes.map((eye) => say(`eye.${eye ?? 'unknown'}`)).join(say('comma'))

export const plain = (text: string): Line => ({ text, tone: 'plain' })
export const soft = (text: string): Line => ({ text, tone: 'soft' })
export const caution = (text: string): Line => ({ text, tone: 'caution' })
