import type { Answer } from '@mingmou/contract'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

type AnswerRow = Selectable<Tables['questionnaire_answers']>
type Kept = Pick<AnswerRow, 'answers' | 'submitted_at'>

interface Of {
  version: number
  browser: Buffer
}

export async function findAnswers(db: Db, { version, browser }: Of): Promise<Kept | undefined> {
  return db
    .selectFrom('questionnaire_answers')
    .select(['answers', 'submitted_at'])
    .where('version', '=', version)
    .where('browser', '=', browser)
    .executeTakeFirst()
}

/** The answers of a browser, locked until the transaction ends. */
export async function holdAnswers(trx: Trx, { version, browser }: Of): Promise<Kept | undefined> {
  return trx
    .selectFrom('questionnaire_answers')
    .select(['answers', 'submitted_at'])
    .where('version', '=', version)
    .where('browser', '=', browser)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes the row of a browser that has answered nothing. True where there was none. */
export async function insertAnswers(
  trx: Trx,
  row: Of & Pick<AnswerRow, 'answer_id' | 'updated_at'>,
): Promise<boolean> {
  const made = await trx
    .insertInto('questionnaire_answers')
    .values({ ...row, answers: '[]' })
    .onConflict((conflict) => conflict.columns(['version', 'browser']).doNothing())
    .returning('answer_id')
    .executeTakeFirst()
  return made !== undefined
}

export async function updateAnswers(
  trx: Trx,
  { version, browser }: Of,
  { answers, ...row }: { answers: Answer[]; updated_at: Date; submitted_at?: Date },
): Promise<void> {
  await trx
    .updateTable('questionnaire_answers')
    .set({ ...row, answers: JSON.stringify(answers) })
    .where('version', '=', version)
    .where('browser', '=', browser)
    .execute()
}

/** Whether a version takes answers. It stays so until the transaction ends. */
export async function shareOpen(trx: Trx, version: number) {
  return trx
    .selectFrom('questionnaires')
    .select(['questions', 'links_only'])
    .where('version', '=', version)
    .where('status', '=', 'open')
    .forShare()
    .executeTakeFirst()
}

/** Whether a version has more rows than a number; the rest are not counted. */
export async function hasOver(trx: Trx, version: number, count: number): Promise<boolean> {
  const beyond = await trx
    .selectFrom('questionnaire_answers')
    .select('version')
    .where('version', '=', version)
    .offset(count)
    .limit(1)
    .executeTakeFirst()
  return beyond !== undefined
}

/** Removes what was kept and not handed in. */
export async function dropKept(trx: Trx, version: number): Promise<void> {
  await trx
    .deleteFrom('questionnaire_answers')
    .where('version', '=', version)
    .where('submitted_at', 'is', null)
    .execute()
}

export async function dropKeptBefore(trx: Trx, before: Date): Promise<void> {
  await trx
    .deleteFrom('questionnaire_answers')
    .where('submitted_at', 'is', null)
    .where('updated_at', '<', before)
    .execute()
}
