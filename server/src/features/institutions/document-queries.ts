import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type DocumentRow = Selectable<Tables['admission_documents']>

export async function insertDocuments(
  trx: Trx,
  documents: readonly Omit<DocumentRow, 'created_at'>[],
): Promise<void> {
  if (documents.length === 0) return
  await trx
    .insertInto('admission_documents')
    .values([...documents])
    .execute()
}

/** Documents in the order of their upload. */
export function findDocuments(db: Db, oid: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('admission_documents')
    .selectAll()
    .where('oid', '=', oid)
    .orderBy('document_id')
    .execute()
}

/** Finds a document of a living institution only: those of a deleted one stay closed. */
export function findDocument(db: Db, document_id: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('admission_documents')
    .innerJoin('institutions', 'institutions.oid', 'admission_documents.oid')
    .selectAll('admission_documents')
    .where('document_id', '=', document_id)
    .where('institutions.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Documents of the sign-up of an address that was refused, as long as nobody has signed up with it again. */
export function findOfRefused(db: Db, email: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('admission_documents')
    .innerJoin('institutions', 'institutions.oid', 'admission_documents.oid')
    .innerJoin('accounts', 'accounts.oid', 'institutions.oid')
    .selectAll('admission_documents')
    .where('institutions.review_status', '=', 2)
    .where('institutions.deleted_at', 'is', null)
    .where('accounts.role', '=', '3')
    .where('accounts.deleted_at', 'is', null)
    .where(sql`lower(accounts.email)`, '=', email.toLowerCase())
    .execute()
}

/** Institutions that were refused before a time and still have documents. */
export async function findRefusedBefore(db: Db, before: Date): Promise<string[]> {
  const found = await db
    .selectFrom('institutions')
    .select('oid')
    .where('review_status', '=', 2)
    .where('review_time', '<=', before)
    .where('oid', 'in', (row) => row.selectFrom('admission_documents').select('oid'))
    .execute()
  return found.map(({ oid }) => oid)
}

/** Returns the number removed: 0 when another worker was faster. */
export async function deleteDocuments(trx: Trx, oid: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('admission_documents')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
