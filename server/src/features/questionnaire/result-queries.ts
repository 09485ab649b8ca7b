import type { Answer } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'

/** Answers that were handed in, one row for each question that was answered. */
const handedIn = (version: number) => sql`
  SELECT (one->>'question_id')::int AS question_id, one
  FROM questionnaire_answers, jsonb_array_elements(answers) AS one
  WHERE version = ${version} AND submitted_at IS NOT NULL`

interface Count {
  question_id: number
  count: number
}

export async function countAnswered(db: Db, version: number): Promise<Count[]> {
  const { rows } = await sql<Count>`
    WITH handed AS (${handedIn(version)})
    SELECT question_id, count(*)::int AS count FROM handed GROUP BY question_id`.execute(db)
  return rows
}

interface ChoiceCount extends Count {
  choice: number
}

export async function countChoices(db: Db, version: number): Promise<ChoiceCount[]> {
  const { rows } = await sql<ChoiceCount>`
    WITH handed AS (${handedIn(version)})
    SELECT question_id, choice::int AS choice, count(*)::int AS count
    FROM handed, jsonb_array_elements_text(one->'choices') AS choice
    GROUP BY question_id, choice`.execute(db)
  return rows
}

interface CellCount extends ChoiceCount {
  row: number
}

export async function countCells(db: Db, version: number): Promise<CellCount[]> {
  const { rows } = await sql<CellCount>`
    WITH handed AS (${handedIn(version)})
    SELECT question_id, (cell->>'row')::int AS row, (cell->>'choice')::int AS choice,
      count(*)::int AS count
    FROM handed, jsonb_array_elements(one->'cells') AS cell
    GROUP BY 1, 2, 3`.execute(db)
  return rows
}

interface TextRow {
  answer_id: string
  submitted_at: Date
  text: string
}

/** Answers in words to a question, the newest first. */
export async function findTexts(
  db: Db,
  { version, question_id }: { version: number; question_id: number },
  wanted: { page: number; size: number },
): Promise<Page<TextRow>> {
  const query = db
    .selectFrom('questionnaire_answers')
    .innerJoinLateral(
      sql<{ one: unknown }>`jsonb_array_elements(answers)`.as<'element'>('element'),
      (join) => join.onTrue(),
    )
    .select(['answer_id', 'submitted_at'])
    .select(sql<string>`element->>'text'`.as('text'))
    .where('version', '=', version)
    .where('submitted_at', 'is not', null)
    .where(sql<boolean>`(element->>'question_id')::int = ${question_id}`)
    .$castTo<TextRow>()
  return pageOf(db, query, sql`submitted_at DESC, answer_id DESC`, wanted)
}

interface HandedIn {
  answer_id: string
  submitted_at: Date
  answers: Answer[]
}
const BATCH = 500

/** Everything that was handed in, the oldest first, in batches: memory does not grow with it. */
export async function* handedInBatches(db: Db, version: number): AsyncGenerator<HandedIn[]> {
  let last: HandedIn | undefined
  for (;;) {
    let query = db
      .selectFrom('questionnaire_answers')
      .select(['answer_id', 'submitted_at', 'answers'])
      .where('version', '=', version)
      .where('submitted_at', 'is not', null)
      .orderBy('submitted_at')
      .orderBy('answer_id')
      .limit(BATCH)
      .$castTo<HandedIn>()
    if (last) {
      const { answer_id } = last
      query = query.where(
        sql<boolean>`(submitted_at, answer_id) >
          (SELECT submitted_at, answer_id FROM questionnaire_answers WHERE answer_id = ${answer_id})`,
      )
    }
    const batch = await query.execute()
    last = batch.at(-1)
    if (!last) return
    yield batch
  }
}
