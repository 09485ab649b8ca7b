import {
  isSuspected,
  VALIDATION_QUESTIONS,
  type ReportedEye,
  type ValidationAnswer,
} from '@mingmou/contract'
import type { Insertable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { ValidationCases } from '../../platform/database/tables/validation.ts'
import { reportJson } from '../reports/stored-report.ts'
import { findReports, type ReportOfStudy, type StudyRow } from './queries.ts'

const AT_ONCE = 100

const BANDS = ['low', 'watch', 'suspect', 'high'] as const

/** What is told of an eye. A treated eye has no stage 0: scars do not say that there was none. */
export function answerOf({
  stage,
  oedema,
  glaucoma,
  treated,
  stated,
}: Pick<ReportedEye, 'stage' | 'oedema' | 'glaucoma' | 'treated' | 'stated'>): ValidationAnswer {
  const band = BANDS.find((band) => band === glaucoma)
  const isUnsaid = stage === 0 && Boolean(treated) && !stated.includes('stage')
  return {
    stage: isUnsaid ? null : stage,
    oedema,
    glaucoma: band === undefined ? null : isSuspected({ band, signs: [] }),
  }
}

/** The eyes of signed reports as cases of a study. Of several reports of an eye of a sitting the newest counts. */
export async function casesOf(trx: Trx, study: StudyRow): Promise<Insertable<ValidationCases>[]> {
  const { oid, validation_id, start_date, end_date } = study
  if (start_date === null || end_date === null) return []
  const period = { start_date, end_date }
  const seen = new Set<string>()
  const cases: Insertable<ValidationCases>[] = []
  let before: ReportOfStudy | null = null
  for (;;) {
    const reports: ReportOfStudy[] = await findReports(trx, oid, period, { before, most: AT_ONCE })
    for (const report of reports) {
      const { pid, rid, report_id, analysis_record_id, device } = report
      for (const outcome of reportJson.read(report).outcomes) {
        const { eye } = outcome
        if (eye === null || seen.has(`${rid} ${eye}`)) continue
        seen.add(`${rid} ${eye}`)
        cases.push({
          validation_id,
          place: cases.length + 1,
          oid,
          pid,
          rid,
          report_id,
          analysis_record_id,
          eye,
          device,
          file_key: null,
          thumb_key: null,
          file_name: null,
          patient: null,
          machine: null,
          reader: JSON.stringify(answerOf(outcome)),
          stated: JSON.stringify(
            VALIDATION_QUESTIONS.filter((question) => outcome.stated.includes(question)),
          ),
        })
      }
    }
    if (reports.length < AT_ONCE) return cases
    before = reports.at(-1) ?? null
  }
}
