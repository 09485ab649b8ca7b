import {
  ERROR,
  validationDocument,
  VALIDATION_QUESTIONS,
  type Language,
  type ValidationAnswer,
  type ValidationSource,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import { inTurnsByKind } from '../../http/turns.ts'
import { CSV_MARK, csvLine } from '../../platform/csv.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { renderBeside } from '../reports/pdf/thread.ts'
import * as queries from './queries.ts'
import { findOpened } from './service.ts'

type By = Caller<Clinician>
type Row = Awaited<ReturnType<typeof queries.findCases>>[number]
type Column = readonly [
  chinese: string,
  english: string,
  value: (row: Row, source: ValidationSource) => string | number | null,
]

const yesNo = (value: boolean | null | undefined) =>
  value === null || value === undefined ? null : value ? 1 : 0

const NAMES: Readonly<Record<keyof ValidationAnswer, readonly [string, string]>> = {
  stage: ['分级', 'stage'],
  oedema: ['黄斑水肿', 'oedema'],
  glaucoma: ['青光眼可疑', 'glaucoma'],
}

const answers = (
  who: readonly [string, string],
  of: (row: Row) => ValidationAnswer | null,
): Column[] =>
  VALIDATION_QUESTIONS.map((name): Column => [
    `${who[0]}${NAMES[name][0]}`,
    `${who[1]}_${NAMES[name][1]}`,
    (row) => {
      const value = of(row)?.[name] ?? null
      return typeof value === 'boolean' ? yesNo(value) : value
    },
  ])

const COLUMNS: readonly Column[] = [
  ['序号', 'case', ({ place }) => place],
  ['患者编号', 'patient', ({ whose }) => whose],
  ['检查编号', 'sitting', ({ rid }) => rid],
  ['报告编号', 'report', ({ report_id }) => report_id],
  ['检查日期', 'date', ({ record_date }) => record_date],
  ['文件', 'file', ({ file_name }) => file_name],
  ['眼别', 'eye', ({ eye }) => eye],
  ['设备', 'device', ({ device }) => device],
  ...answers(['阅片', 'reader'], ({ reader }) => reader),
  [
    '医生亲自判定',
    'stated_by_reader',
    ({ stated }, source) => (source === 'reports' ? stated.join(' ') : null),
  ],
  ...answers(['AI', 'machine'], ({ machine }) => machine),
  ['AI需转诊概率', 'machine_chance', ({ machine }) => machine?.chance ?? null],
  ['图像质量', 'quality', ({ machine }) => machine?.quality ?? null],
  ['已分析', 'analysed', ({ machine }) => (machine === null ? 0 : 1)],
  ['网络版本', 'networks', ({ machine }) => machine?.networks ?? null],
]

const about = (validation_id: string) => target('validation', validation_id)
const notDone = () => new Refusal(ERROR.conflict, 'validation_not_done')

/** Every case of a study that is done. */
export async function toCsv(
  ctx: Context,
  { actor, ip, language }: By,
  validation_id: string,
): Promise<string> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const { study } = await findOpened(trx, oid, validation_id)
    if (study.state !== 'done') throw notDone()
    const cases = await queries.findCases(trx, oid, validation_id)
    const detail = { file: 'csv', cases: cases.length }
    await audit(trx, { actor, ip, action: 'validation.export', ...about(validation_id), detail })
    return (
      CSV_MARK +
      [
        COLUMNS.map(([chinese, english]) => (language === 'en' ? english : chinese)),
        ...cases.map((row) => COLUMNS.map(([, , value]) => value(row, study.source))),
      ]
        .map(csvLine)
        .join('')
    )
  })
}

/** Drawing takes a core for a part of a second. */
const rendering = inTurnsByKind({ staff: 1, strangers: 1 })

/** A study that is done, as a committee files it. */
export async function toPdf(
  ctx: Context,
  { actor, ip }: By,
  validation_id: string,
  language: Language,
): Promise<Buffer> {
  const { oid } = actor
  const document = await withInstitution(ctx.db, oid, async (trx) => {
    const { study, figures, before } = await findOpened(trx, oid, validation_id)
    if (study.state !== 'done' || figures === null) throw notDone()
    const detail = { file: 'pdf', language }
    await audit(trx, { actor, ip, action: 'validation.export', ...about(validation_id), detail })
    const institution = await queries.findInstitution(trx, oid)
    return validationDocument(study, [figures, before?.figures ?? null], institution, language)
  })
  return rendering({ actor, ip }, () =>
    renderBeside({
      document,
      language,
      report_no: validation_id,
      link: null,
      drawn: new Map(),
    }),
  )
}
