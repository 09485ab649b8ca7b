import {
  authorshipText,
  correctedText,
  imageName,
  isStageWithheld,
  isStated,
  machineText,
  minuteOf,
  MODALITY,
  modalityOf,
  outcomeText,
  sayIn,
  type Language,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findOutside, type OutsideReport } from '../reports/outside.ts'

const AT_ONCE = 100

type Outcome = OutsideReport['snapshot']['outcomes'][number]
interface Of {
  report: OutsideReport
  outcome: Outcome
  language: Language
}
type Column = readonly [chinese: string, english: string, value: (of: Of) => string | number | null]

/** As the list of reports has them. */
const STATES = {
  signed: ['有效', 'Valid'],
  superseded: ['已被取代', 'Superseded'],
  void: ['已作废', 'Void'],
} as const
const ANSWERS = { true: ['是', 'Yes'], false: ['否', 'No'] } as const

const told = (
  table: Record<string, readonly [string, string]>,
  key: string | boolean | null,
  language: Language,
) => (key === null ? null : (table[String(key)]?.[language === 'en' ? 1 : 0] ?? null))

/** What the machine says stands apart from what a clinician stated in its place, which is empty where nobody did. */
const COLUMNS: readonly Column[] = [
  ['报告编号', 'Report number', ({ report }) => report.report_no],
  ['状态', 'State', ({ report, language }) => told(STATES, report.state, language)],
  ['签发时间', 'Signed at', ({ report }) => minuteOf(report.created_at.toISOString())],
  ['签发医生', 'Signed by', ({ report }) => report.snapshot.clinician],
  ['就诊卡号', 'MRN', ({ report }) => report.number],
  ['姓名', 'Name', ({ report }) => report.snapshot.name],
  ['拍摄日期', 'Date of images', ({ report }) => report.snapshot.record_date],
  [
    '影像类别',
    'Kind of image',
    ({ report, language }) => imageName(modalityOf(report.snapshot.diagnosis_class).key, language),
  ],
  ['眼别', 'Eye', ({ outcome }) => outcome.eye],
  [
    'AI：糖网分级（0–4）',
    'AI: DR stage (0–4)',
    ({ outcome }) => (isStageWithheld(outcome) ? null : (outcome.machine ?? outcome).stage),
  ],
  [
    'AI：疑似黄斑水肿',
    'AI: suspected macular oedema',
    ({ outcome, language }) => told(ANSWERS, (outcome.machine ?? outcome).oedema, language),
  ],
  [
    'AI：转诊',
    'AI: referral',
    ({ outcome, language }) =>
      machineText('referral', (outcome.machine ?? outcome).referral, sayIn(language)),
  ],
  [
    '医生更正：糖网分级（0–4）',
    'Clinician: DR stage (0–4)',
    ({ outcome }) => (isStated(outcome, 'stage') ? outcome.stage : null),
  ],
  [
    '医生更正：黄斑水肿',
    'Clinician: macular oedema',
    ({ outcome, language }) =>
      isStated(outcome, 'oedema') ? told(ANSWERS, outcome.oedema, language) : null,
  ],
  [
    '医生更正：转诊',
    'Clinician: referral',
    ({ outcome, language }) =>
      isStated(outcome, 'referral')
        ? correctedText('referral', outcome.referral, sayIn(language))
        : null,
  ],
  [
    '所见（含医生更正）',
    'Findings, with corrections by clinicians',
    ({ report, outcome, language }) =>
      MODALITY[modalityOf(report.snapshot.diagnosis_class).key].staged
        ? outcomeText(outcome, sayIn(language))
        : null,
  ],
  ['诊断意见', 'Opinion', ({ report }) => report.snapshot.opinion],
  [
    '意见来源',
    'Author of the opinion',
    ({ report, language }) => {
      const { opinion_origin: origin, opinion_share: share } = report.snapshot
      return authorshipText({ origin, share }, language)
    },
  ],
]

export const resultHeads = (language: Language) =>
  COLUMNS.map(([chinese, english]) => (language === 'en' ? english : chinese))

/** A row for each eye of each signed report. What no report was signed of is not told. */
export async function* resultRows(
  ctx: Context,
  oid: string,
  language: Language,
): AsyncGenerator<(string | number | null)[]> {
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const found: OutsideReport[] = await withInstitution(ctx.db, oid, (trx) =>
      findOutside(trx, oid, { after: from }, AT_ONCE),
    )
    for (const report of found)
      for (const outcome of report.snapshot.outcomes)
        yield COLUMNS.map(([, , value]) => value({ report, outcome, language }))
    if (found.length < AT_ONCE) return
    after = found.at(-1)?.report_id ?? null
  }
}
