import { findingText, type Say } from './finding-texts.ts'
import type { Eye } from './modalities/findings.ts'
import type { Language } from './messages.ts'
import { opinionSections } from './opinion.ts'

/** A report as it is read. The page and the PDF lay out these words and pictures, and no others. */
export interface ReportDocument {
  institution: string
  title: string
  /** Below the code that leads to the report's page. */
  scan: string
  /** That the report does not stand any more. */
  notices: readonly string[]
  identity: readonly Fact[]
  sections: readonly ReportSection[]
  footer: ReportFooter
}

interface Fact {
  label: string
  value: string
}

/** On every page of paper. */
interface ReportFooter {
  warning: string
  /** Number of the report and name of the patient. */
  whose: string
  /** What the result rests on. */
  lines: readonly string[]
}

export type Tone = 'plain' | 'soft' | 'caution' | 'danger'

export interface Line {
  text: string
  tone: Tone
  /** What is read first. */
  strong?: boolean
  /** Said softly behind the text. */
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
  /** Drawn only where a reader of the page asks for it. */
  hidden?: boolean
}

export interface ReportPicture {
  /** Which photograph of the report. */
  photograph: number
  name: string
  caption: string
  layers: readonly PictureLayer[]
}

export type ReportSection =
  | { kind: 'pictures'; pictures: readonly ReportPicture[] }
  /** Findings in words: label, and a cell for each photograph. */
  | { kind: 'results'; columns: readonly string[]; rows: readonly ReportRow[] }
  /** Figures; several tables stand beside each other. */
  | { kind: 'figures'; title: string; columns: readonly string[]; rows: readonly ReportRow[] }
  | { kind: 'notes'; lines: readonly string[] }
  | OpinionSection

interface OpinionSection {
  kind: 'opinion'
  title: string
  /** Of a clinician: who wrote it, and who signed when. */
  origin: string | null
  signed: string | null
  parts: readonly { title: string; lines: readonly string[] }[]
}

/** What reports of every modality say. */
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
  opinion_origin: 'own' | 'taken_over'
  superseded_by: string | null
  revoked: boolean
}

/** What only a modality says. */
export interface ReportContent {
  title: string
  /** The eye, or both, as the report names them. */
  eye: string
  /** What leads to the clinician's opinion, and what both rest on. */
  summary: readonly ReportSection[]
  details: readonly ReportSection[]
  models: readonly string[]
  hashes: readonly string[]
}

/** The words of a report: those of its frame at `report.<word>`. */
export type ReportWords = (word: string, n?: string | number) => string

export const reportWords =
  (language: Language): ReportWords =>
  (word, n = '') =>
    findingText(language, `report.${word}`, { n })

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
    notices: [
      ...(report.revoked ? [words('revoked')] : []),
      ...(report.superseded_by === null ? [] : [words('superseded', report.superseded_by)]),
    ],
    identity: identityOf(report, content.eye, words),
    sections: [...content.summary, clinicianOf(report, words), ...content.details],
    footer: {
      warning: findingText(language, 'warning'),
      whose: `${words('number')} ${report.report_no} · ${report.name}`,
      lines: [
        `${words('models')} ${content.models.join('; ') || '—'}`,
        `${words('hash')} ${content.hashes.join('; ')}`,
      ],
    },
  }
}

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

function clinicianOf(report: ReportFrame, words: ReportWords): OpinionSection {
  return {
    kind: 'opinion',
    title: words('clinician'),
    origin: words(report.opinion_origin),
    signed: `${words('signed')} ${report.clinician} · ${words('time')} ${shanghai(report.report_time)}`,
    parts: partsOf(report.opinion),
  }
}

/** A drafted opinion. The warning, its last line, stands at the foot of every page. */
export function draftedSection(title: string, draft: string, language: Language): OpinionSection {
  const text = draft.replace(`\n${findingText(language, 'warning')}`, '')
  return { kind: 'opinion', title, origin: null, signed: null, parts: partsOf(text) }
}

const partsOf = (text: string) =>
  opinionSections(text)
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => ({ title, lines }))

/** Minutes, as a clock in Shanghai shows them. */
function shanghai(instant: string): string {
  const there = new Date(Date.parse(instant) + 8 * 3_600_000).toISOString()
  return `${there.slice(0, 10)} ${there.slice(11, 16)}`
}

/** An eye, or both as one faces the patient. */
export const eyesText = (eyes: readonly (Eye | null)[], say: Say): string =>
  eyes.map((eye) => say(`eye.${eye ?? 'unknown'}`)).join(say('comma'))

export const plain = (text: string): Line => ({ text, tone: 'plain' })
export const soft = (text: string): Line => ({ text, tone: 'soft' })
export const caution = (text: string): Line => ({ text, tone: 'caution' })
