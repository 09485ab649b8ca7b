import type { ExamDraft } from '@mingmou/contract'
import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** An account has one draft of a new examination of each patient, and one of each change. */
interface Whose {
  uid: string
  about: string
}

export async function findDraft(
  trx: Trx,
  oid: string,
  { uid, about }: Whose,
): Promise<Pick<Selectable<Tables['exam_drafts']>, 'draft' | 'updated_at'> | undefined> {
  return trx
    .selectFrom('exam_drafts')
    .select(['draft', 'updated_at'])
    .where('oid', '=', oid)
    .where('uid', '=', uid)
    .where('about', '=', about)
    .executeTakeFirst()
}

/** True where there was none before. */
export async function upsertDraft(
  trx: Trx,
  row: Whose & { oid: string; pid: string },
  content: ExamDraft,
): Promise<boolean> {
  const draft = JSON.stringify(content)
  const { begun } = await trx
    .insertInto('exam_drafts')
    .values({ ...row, draft, created_by: row.uid })
    .onConflict((conflict) =>
      conflict.columns(['uid', 'about']).doUpdateSet({ draft, updated_at: sql<Date>`now()` }),
    )
    .returning(sql<boolean>`created_at = updated_at`.as('begun'))
    .executeTakeFirstOrThrow()
  return begun
}

export async function removeDraft(trx: Trx, { uid, about }: Whose): Promise<void> {
  await trx.deleteFrom('exam_drafts').where('uid', '=', uid).where('about', '=', about).execute()
}
