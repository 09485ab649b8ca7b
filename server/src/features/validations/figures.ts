import {
  REFERRED_STAGE,
  VALIDATION,
  VALIDATION_QUESTIONS,
  type ValidationAnswer,
  type ValidationFigures,
  type ValidationQuestion,
  type ValidationQuestionFigures,
  type ValidationScore,
} from '@mingmou/contract'
import type { CaseMachine } from '../../platform/database/tables/validation.ts'
import { areaWithin, rocOf, shareOf, type Scored } from './intervals.ts'

/** A case whose answer is known. */
export interface Case {
  patient: string
  device: string
  reader: ValidationAnswer
  stated: readonly ValidationQuestion[]
  /** null: not analysed. */
  machine: CaseMachine | null
}

/** What an answer says to a question; null where it says nothing. */
export function saidOf(
  answer: ValidationAnswer | null,
  question: ValidationQuestion,
): boolean | null {
  if (answer === null) return null
  if (question !== 'stage') return answer[question]
  return answer.stage === null ? null : answer.stage >= REFERRED_STAGE
}

interface Read {
  patient: string
  of: Case
  reader: boolean | null
  told: boolean | null
}

const share = (cases: readonly Read[], isHit: (read: Read) => boolean) =>
  shareOf(cases.map((read) => ({ patient: read.patient, hit: isHit(read) })))

const isUntold = ({ told }: Read) => told === null
const isTold = ({ told }: Read) => told !== null
const isRight = ({ told, reader }: Read) => told === reader

function partsOf(reads: readonly Read[]) {
  const positive = reads.filter(({ reader }) => reader === true)
  const negative = reads.filter(({ reader }) => reader === false)
  return { positive, negative }
}

function questionFigures(
  question: ValidationQuestion,
  cases: readonly Case[],
): ValidationQuestionFigures {
  const reads = cases.map((of) => ({
    of,
    patient: of.patient,
    reader: saidOf(of.reader, question),
    told: saidOf(of.machine, question),
  }))
  const { positive, negative } = partsOf(reads)
  const read = [...positive, ...negative]
  const calls = (told: boolean) => read.filter((row) => row.told === told)
  const both = (of: readonly Read[]) => ({
    told: share(of.filter(isTold), isRight),
    all: share(of, isRight),
  })
  return {
    question,
    unread: reads.length - read.length,
    untold: share(reads, isUntold),
    untold_positive: share(positive, isUntold),
    untold_negative: share(negative, isUntold),
    prevalence: share(read, ({ reader }) => reader === true),
    sensitivity: both(positive),
    specificity: both(negative),
    ppv: share(calls(true), isRight),
    npv: share(calls(false), isRight),
    groups: groupsOf(reads),
  }
}

const QUALITIES = ['standard', 'usable', 'ungradable', 'none'] as const
const qualityOf = ({ of }: Read) => of.machine?.quality ?? 'none'

function groupsOf(reads: readonly Read[]): ValidationQuestionFigures['groups'] {
  const counts = new Map<string, number>()
  for (const { of } of reads) counts.set(of.device, (counts.get(of.device) ?? 0) + 1)
  const devices = [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, VALIDATION.devices)
    .map(([name]) => name)
  const figures = (own: readonly Read[]) => {
    const { positive, negative } = partsOf(own)
    return {
      untold: share(own, isUntold),
      sensitivity: share(positive.filter(isTold), isRight),
      specificity: share(negative.filter(isTold), isRight),
    }
  }
  return [
    ...devices.map((name) => ({
      by: 'device' as const,
      name,
      ...figures(reads.filter(({ of }) => of.device === name)),
    })),
    ...QUALITIES.flatMap((name) => {
      const own = reads.filter((read) => qualityOf(read) === name)
      return own.length === 0 ? [] : [{ by: 'quality' as const, name, ...figures(own) }]
    }),
  ]
}

/** Of cases that were read and have a chance, also those without a stage told. */
function scoreOf(cases: readonly Case[]): ValidationScore {
  const scored = cases.flatMap(({ patient, reader, machine }): Scored[] => {
    const positive = saidOf(reader, 'stage')
    const chance = machine?.chance ?? null
    return positive === null || chance === null ? [] : [{ patient, positive, chance }]
  })
  const patients = (wanted: boolean) =>
    new Set(scored.flatMap((row) => (row.positive === wanted ? [row.patient] : []))).size
  const auc = areaWithin(scored)
  return {
    n: scored.length,
    positive: scored.filter(({ positive }) => positive).length,
    patients_positive: patients(true),
    patients_negative: patients(false),
    auc,
    roc: auc === null ? [] : rocOf(scored),
    bins: Array.from({ length: 10 }, (_, tenth) => tenth).flatMap((tenth) => {
      const own = scored.filter(({ chance }) => Math.min(9, Math.floor(10 * chance)) === tenth)
      if (own.length === 0) return []
      const mean = own.reduce((sum, { chance }) => sum + chance, 0) / own.length
      const hits = own.map(({ patient, positive }) => ({ patient, hit: positive }))
      return [{ from: tenth / 10, mean: Math.round(1000 * mean) / 1000, share: shareOf(hits) }]
    }),
  }
}

function confusionOf(cases: readonly Case[]): ValidationFigures['confusion'] {
  const cells = new Map<string, ValidationFigures['confusion'][number]>()
  for (const { reader, machine } of cases) {
    if (reader.stage === null) continue
    const told = machine?.stage ?? null
    const key = `${reader.stage} ${told}`
    const cell = cells.get(key) ?? { reader: reader.stage, told, n: 0 }
    cells.set(key, { ...cell, n: cell.n + 1 })
  }
  return [...cells.values()].sort(
    (a, b) => a.reader - b.reader || (a.told ?? STAGES) - (b.told ?? STAGES),
  )
}

/** What is not told stands last. */
const STAGES = 5

/** How many of each name, the most first. */
function countsOf(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** Every figure of a study. */
export function figuresOf(cases: readonly Case[]): ValidationFigures {
  const perPatient = countsOf(cases.map(({ patient }) => patient))
  const staged = cases.flatMap(({ patient, reader, machine }) => {
    const told = machine?.stage ?? null
    return reader.stage === null || told === null ? [] : [{ patient, hit: told === reader.stage }]
  })
  const statedOf = (question: ValidationQuestion) =>
    cases.filter(({ stated }) => stated.includes(question)).length
  return {
    cases: cases.length,
    patients: perPatient.length,
    several: perPatient.filter(([, n]) => n > 1).length,
    failed: cases.filter(({ machine }) => machine === null).length,
    ungradable: cases.filter(({ machine }) => machine?.quality === 'ungradable').length,
    stated: {
      stage: statedOf('stage'),
      oedema: statedOf('oedema'),
      glaucoma: statedOf('glaucoma'),
    },
    questions: VALIDATION_QUESTIONS.map((question) => questionFigures(question, cases)),
    confusion: confusionOf(cases),
    same_stage: shareOf(staged),
    score: scoreOf(cases),
    versions: countsOf(cases.map(({ machine }) => machine?.networks ?? '')).map(
      ([networks, n]) => ({ networks, n }),
    ),
  }
}
