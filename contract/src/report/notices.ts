import { minuteOf } from '../wire/fields.ts'
import type { Language } from '../wire/constants.ts'
import type { ReportStanding } from './standing.ts'
import { reportSay } from './words.ts'

export interface Notice {
  text: string
  /** Says only which report this one took the place of. */
  plain?: boolean
  lines: readonly string[]
  /** The number of the other report. */
  link: string | null
}

/** The first digits of a hash, enough to compare by eye. */
export const shortHash = (sha256: string): string => sha256.slice(0, 16)

/** The word across a report that is not valid: the gravest one. */
export function markOf({ state, altered }: ReportStanding, language: Language): string | null {
  const name = altered ? 'altered' : state
  return name === 'signed' ? null : reportSay(language)(`report.mark.${name}`)
}

/** What became of the report, the gravest first. */
export function noticesOf(standing: ReportStanding, language: Language): Notice[] {
  const say = (word: string, values: Record<string, string> = {}) =>
    reportSay(language)(`report.standing.${word}`, values)
  const { altered, voided, outdated, superseded_by, supersedes, kept_until } = standing
  const alone = (text: string): Notice => ({ text, lines: [], link: null })
  return [
    ...(altered ? [alone(say('altered'))] : []),
    ...(voided ? [{ text: say('void'), lines: voidLines(voided, say), link: null }] : []),
    ...(outdated ? [alone(say('outdated'))] : []),
    ...(superseded_by ? [newerOf(superseded_by, say)] : []),
    ...(kept_until === null ? [] : [{ ...alone(say('deleted', { n: kept_until })), plain: true }]),
    ...(supersedes
      ? [
          {
            text: say('supersedes', { n: supersedes.report_no }),
            plain: true,
            lines: supersedes.changes,
            link: supersedes.report_no,
          },
        ]
      : []),
  ]
}

type Words = (word: string, values?: Record<string, string>) => string

function voidLines({ by, at, reason }: NonNullable<ReportStanding['voided']>, say: Words) {
  return [
    say('void_by', { by, at: minuteOf(at) }),
    ...(reason ? [say('void_reason', { reason })] : []),
  ]
}

function newerOf(newer: NonNullable<ReportStanding['superseded_by']>, say: Words): Notice {
  const { report_no, clinician, report_time, changes } = newer
  return {
    text: say('superseded', { n: report_no }),
    lines: [say('superseded_by', { by: clinician, at: minuteOf(report_time) }), ...changes],
    link: report_no,
  }
}
