import {
  MOST_COUNTED,
  STEP_PLACES,
  type BodyOf,
  type DiagnosisClass,
  type Happened,
  type listSteps,
  type ProposedStep,
  type ReferralState,
  type StepEvent,
  type StepPlace,
  type StepResult,
  StepRules,
} from '@mingmou/contract'
import { sql, type Insertable, type NotNull, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Row = Selectable<Tables['next_steps']>

export interface StepRow extends Row {
  /** The record that stands for the patient. */
  person: string
  name: string
  gender: 1 | 2
  birthday: string
  phone: string | null
  ad_card_number: string
  report_no: string
  diagnosis_class: DiagnosisClass
  clinician: string
  state: ReferralState
  last: Happened | null
}

const IS_REFERRAL = sql<boolean>`next_steps.kind IN ('refer', 'refer_ungradable')`
const IS_WAITING = sql<boolean>`next_steps.place IN ('waiting', 'unsigned')`

/** An entry of the log as the page has it. */
const happened = sql`jsonb_build_object('what', event.what, 'day', event.day, 'next_on', event.next_on,
  'note', event.note, 'result', event.result, 'by', coalesce(accounts.name, ''),
  'at', to_char(event.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

const last = sql<Happened | null>`(SELECT ${happened} FROM step_events AS event
  LEFT JOIN accounts ON accounts.uid = event.created_by
  WHERE event.thread = next_steps.thread ORDER BY event.created_at DESC, event.event_id DESC LIMIT 1)`

/** Of a referral: the last that was put on record of it. */
const state = sql<ReferralState>`coalesce((SELECT event.what FROM step_events AS event
  WHERE event.thread = next_steps.thread
    AND event.what IN ('sent', 'appointment', 'attended', 'not_attended', 'outcome')
  ORDER BY event.created_at DESC, event.event_id DESC LIMIT 1), 'made')`

/** Each joins one row at most: of what is counted only the steps are read. */
const steps = (trx: Trx, oid: string) =>
  trx
    .selectFrom('next_steps')
    .leftJoin('patients as own', 'own.pid', 'next_steps.pid')
    .leftJoin('patients as shown', 'shown.pid', 'own.person')
    .leftJoin('reports', 'reports.report_id', 'next_steps.report_id')
    .where('next_steps.oid', '=', oid)
    .selectAll('next_steps')
    .select([
      'shown.pid as person',
      'shown.name',
      'shown.gender',
      'shown.birthday',
      'shown.phone',
      'shown.ad_card_number',
      'reports.report_no',
      'reports.diagnosis_class',
      sql<string>`coalesce(reports.data->>'clinician', '')`.as('clinician'),
      state.as('state'),
      last.as('last'),
    ])
    .$narrowType<{ person: NotNull; name: NotNull; gender: NotNull; birthday: NotNull }>()
    .$narrowType<{ ad_card_number: NotNull; report_no: NotNull; diagnosis_class: NotNull }>()

type Wanted = Omit<BodyOf<typeof listSteps>, 'page' | 'size'> & { today: string }

export async function findSteps(
  trx: Trx,
  oid: string,
  { of, group = 'waiting', overdue, month, urgency, pid, today }: Wanted,
  page: { page: number; size: number },
): Promise<Page<StepRow>> {
  let found = steps(trx, oid).where(
    of === 'referral' ? IS_REFERRAL : sql<boolean>`NOT ${IS_REFERRAL}`,
  )
  found =
    group === 'waiting'
      ? found.where(IS_WAITING)
      : found.where('next_steps.place', 'in', [...STEP_PLACES[group]])
  if (overdue === true) found = found.where('next_steps.due_on', '<', today)
  if (month !== undefined && month !== '')
    found = found
      .where('next_steps.due_on', '>=', `${month}-01`)
      .where(sql<boolean>`next_steps.due_on < ${`${month}-01`}::date + interval '1 month'`)
  if (urgency !== undefined && urgency !== '')
    found = found.where('next_steps.urgency', '=', urgency)
  if (pid !== undefined) found = found.where(ofPerson('next_steps.pid', pid))
  return pageOf(trx, found, sql`due_on, step_id`, page)
}

/** Those that wait and whose day is over, by the index of their list. */
export async function countOverdue(
  trx: Trx,
  oid: string,
  { of, today }: { of: 'recall' | 'referral'; today: string },
): Promise<number> {
  const late = trx
    .selectFrom('next_steps')
    .select('step_id')
    .where('oid', '=', oid)
    .where(of === 'referral' ? IS_REFERRAL : sql<boolean>`NOT ${IS_REFERRAL}`)
    .where(IS_WAITING)
    .where('due_on', '<', today)
    .limit(MOST_COUNTED)
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM (${late}) AS late`.execute(trx)
  return rows[0]?.n ?? 0
}

export async function findStep(
  trx: Trx,
  oid: string,
  step_id: string,
): Promise<(StepRow & { proposed: ProposedStep | null }) | undefined> {
  return steps(trx, oid)
    .select(sql<ProposedStep | null>`reports.data->'next_step'->'proposed'`.as('proposed'))
    .where('next_steps.step_id', '=', step_id)
    .executeTakeFirst()
}

/** The step, locked against any change until the transaction ends. */
export async function holdStep(trx: Trx, oid: string, step_id: string): Promise<Row | undefined> {
  return trx
    .selectFrom('next_steps')
    .selectAll()
    .where('oid', '=', oid)
    .where('step_id', '=', step_id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findLog(trx: Trx, oid: string, thread: string): Promise<Happened[]> {
  const { rows } = await sql<{ one: Happened }>`SELECT ${happened} AS one FROM step_events AS event
    LEFT JOIN accounts ON accounts.uid = event.created_by
    WHERE event.oid = ${oid} AND event.thread = ${thread}
    ORDER BY event.created_at DESC, event.event_id DESC`.execute(trx)
  return rows.map(({ one }) => one)
}

export async function insertEvent(
  trx: Trx,
  event: Omit<Insertable<Tables['step_events']>, 'result' | 'what'> & {
    what: StepEvent
    result: StepResult | null
  },
): Promise<void> {
  const result = event.result && JSON.stringify(event.result)
  await trx
    .insertInto('step_events')
    .values({ ...event, result })
    .execute()
}

export async function insertStep(trx: Trx, step: Insertable<Tables['next_steps']>): Promise<void> {
  await trx.insertInto('next_steps').values(step).execute()
}

/** The step of a report, if it has one. */
export async function findStepOf(
  trx: Trx,
  oid: string,
  report_id: string,
): Promise<Pick<Row, 'step_id' | 'thread' | 'kind'> | undefined> {
  return trx
    .selectFrom('next_steps')
    .select(['step_id', 'thread', 'kind'])
    .where('oid', '=', oid)
    .where('report_id', '=', report_id)
    .executeTakeFirst()
}

/** null: the institution runs no recall. */
export async function findRules(trx: Trx, oid: string): Promise<StepRules | null> {
  const found = await trx
    .selectFrom('institutions')
    .select('step_rules')
    .where('oid', '=', oid)
    .executeTakeFirst()
  const step_rules = found?.step_rules ?? null
  // Rules that were set earlier lack what has come since.
  return step_rules && StepRules.parse(step_rules)
}

export async function hasAny(trx: Trx, oid: string): Promise<boolean> {
  const found = await trx
    .selectFrom('next_steps')
    .select('step_id')
    .where('oid', '=', oid)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function updateRules(trx: Trx, oid: string, rules: StepRules | null): Promise<void> {
  await trx
    .updateTable('institutions')
    .set({ step_rules: rules && JSON.stringify(rules) })
    .where('oid', '=', oid)
    .execute()
}

export const isPlaceOf = (place: StepPlace, group: keyof typeof STEP_PLACES): boolean =>
  (STEP_PLACES[group] as readonly StepPlace[]).includes(place)
