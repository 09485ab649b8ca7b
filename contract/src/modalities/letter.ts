import type { Language } from '../wire/constants.ts'
import { groupedCode, withoutLast } from '../wire/letter-code.ts'
import { minuteOf } from '../wire/fields.ts'
import { sayIn } from './finding-texts.ts'
import type { Say } from '../wire/wording.ts'
import type { ReportedEye } from '../report/data.ts'
import {
  reportWords,
  type ReportDocument,
  type ReportFrame,
  type ReportSection,
} from '../report/document.ts'
import { isRefer, stepLines, type SignedStep } from '../report/next-step.ts'
import { markOf } from '../report/notices.ts'
import { outcomeLines, untoldEyes } from '../report/outcome-text.ts'
import { plainFindings, type PlainFinding } from '../report/plain-findings.ts'

export const LETTERS = ['patient', 'clinic'] as const
export type LetterTo = (typeof LETTERS)[number]

/** A report as far as a letter tells of it. */
export interface Told extends ReportFrame {
  outcomes: readonly ReportedEye[]
  left_out: readonly { eye: ReportedEye['eye']; gradable: boolean }[]
}

/** What a letter says besides the report. */
export interface LetterFacts {
  step: SignedStep
  birthday: string
  /** Whom a patient calls; may be empty. */
  call: string
  /** Where the patient reads his letter and report; null: nowhere but here. */
  page: LetterPageFacts | null
}

export interface LetterPageFacts {
  address: string
  code: string
  /** The last day on which the code opens it. */
  until: string
}

/** A letter that follows a report, as a document of one page. It says what the report says, and nothing else. */
export function letterDocument(
  report: Told,
  facts: LetterFacts,
  to: LetterTo,
  language: Language,
): ReportDocument {
  const say = sayIn(language)
  const words = reportWords(language)
  const made = to === 'patient' ? toPatient(report, facts, say) : toClinic(report, facts, say)
  return {
    institution: report.organization.name,
    scan: facts.page === null || to === 'clinic' ? words('scan') : say('letter.patient.scan'),
    notices: [],
    mark: markOf(report.standing, language),
    ...made,
    footer: {
      warning: say('warning'),
      whose: `${words('number')} ${report.report_no} · ${report.name}`,
      lines: [],
    },
  }
}

type Made = Pick<ReportDocument, 'title' | 'identity' | 'sections'>

const section = (title: string, lines: readonly string[]): ReportSection => ({
  kind: 'opinion',
  title,
  origin: null,
  signed: null,
  parts: [{ title: '', lines }],
})

function toPatient(report: Told, { step, call, page }: LetterFacts, say: Say): Made {
  const ofEye = (eye: ReportedEye['eye'], finding: PlainFinding) =>
    say('letter.patient.of_eye', {
      eye: say(`letter.patient.eye.${eye ?? 'unknown'}`),
      text: say(`letter.patient.finding.${finding}`),
    })
  const found = [
    // What was not judged stands first, as in the report.
    ...untoldEyes(report).map(({ eye, why }) => ofEye(eye, why)),
    ...report.outcomes.flatMap((told) =>
      plainFindings(told).map((finding) => ofEye(told.eye, finding)),
    ),
    say('letter.not_all'),
  ]
  const where = step.to === '' ? say('letter.patient.somewhere') : step.to
  const todo = say(`letter.patient.step.${step.kind}`, { day: step.due_on ?? '', to: where })
  const { name: institution } = report.organization
  const ask = call === '' ? 'letter.patient.call_none' : 'letter.patient.call'
  return {
    title: say('letter.patient.title'),
    identity: [
      { label: say('report.name'), value: report.name },
      // Whoever finds the letter does not read in it what its page asks for.
      { label: say('report.card'), value: page === null ? report.id : withoutLast(report.id) },
      { label: say('report.record_date'), value: report.record_date },
    ],
    sections: [
      section(say('letter.patient.dear', { name: report.name }), []),
      section(say('letter.patient.found'), found),
      section(say('letter.patient.todo'), [todo, say('letter.patient.sooner')]),
      section(say('letter.patient.ask'), [say(ask, { institution, call })]),
      ...(page === null
        ? []
        : [
            section(say('letter.patient.online'), [
              say('letter.patient.online_how', { ...page, code: groupedCode(page.code) }),
            ]),
          ]),
    ],
  }
}

function toClinic(report: Told, { step, birthday, call }: LetterFacts, say: Say): Made {
  const where = step.to === '' ? say('letter.patient.somewhere') : step.to
  const asks = call === '' ? 'letter.clinic.asks_none' : 'letter.clinic.asks'
  return {
    title: say(isRefer(step.kind) ? 'letter.clinic.title' : 'letter.clinic.title_other'),
    identity: [
      { label: say('report.name'), value: report.name },
      { label: say('report.gender'), value: say(`report.gender_${report.gender}`) },
      { label: say('letter.clinic.birthday'), value: birthday },
      { label: say('report.card'), value: report.id },
      { label: say('report.phone'), value: report.phone ?? say('report.not_recorded') },
      { label: say('report.record_date'), value: report.record_date },
      { label: say('letter.clinic.to'), value: where },
    ],
    sections: [
      section(say('letter.clinic.why'), stepLines(step, say)),
      section(say('letter.clinic.findings'), [...outcomeLines(report, say), say('letter.not_all')]),
      section(say('letter.clinic.opinion'), [
        ...report.opinion.split('\n'),
        say('letter.clinic.signed', {
          by: report.clinician,
          day: minuteOf(report.report_time).slice(0, 10),
        }),
      ]),
      ...(isRefer(step.kind) ? [section(say('letter.clinic.outcome'), [say(asks, { call })])] : []),
    ],
  }
}
