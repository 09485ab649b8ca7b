import { ADMISSION_DOCUMENTS } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { eachAlone } from '../../duty.ts'
import { audit, target } from '../audit/service.ts'
import { finalise, removeRows } from './admin-queries.ts'
import { holdBegan } from './deletion.ts'
import { deleteDocuments, findRefusedBefore } from './document-queries.ts'

const DAY_MS = 86_400_000
/** The folders of an institution's files, each with its id below. */
const FILES = [
  'archives/',
  'analyses/',
  'logos/',
  'reports/',
  'documents/',
  'received/',
  'sent/',
  'imports/',
  'validations/',
  'fhir-exports/',
]
const AT_ONCE = 500

/**
 * Removes the remains of institutions whose hold is over. The deletion is made final first, so that
 * nothing restores them.
 */
export async function purgeInstitutions(ctx: Context): Promise<void> {
  const now = ctx.now()
  const over = await finalise(ctx.db, holdBegan(now), now)
  await eachAlone(ctx, over, (oid) => purge(ctx, oid))
}

/**
 * Files first: rows without files are removed at the next run, but files without rows would stay
 * for ever.
 */
async function purge(ctx: Context, oid: string): Promise<void> {
  for (const prefix of FILES) await removeFiles(ctx, `${prefix}${oid}/`)
  await ctx.db.transaction().execute(async (trx) => {
    const whose = await removeRows(trx, oid, ctx.now())
    if (whose === undefined) return
    const entry =
      whose === null
        ? ({ action: 'institution.purge', ...target('institution', oid) } as const)
        : ({ action: 'account.purge', ...target('account', whose) } as const)
    await audit(trx, { actor: null, ip: '', ...entry })
  })
}

async function removeFiles(ctx: Context, prefix: string): Promise<void> {
  let keys: string[] = []
  for await (const { key } of ctx.files.list(prefix)) {
    keys.push(key)
    if (keys.length < AT_ONCE) continue
    await ctx.files.remove(keys)
    keys = []
  }
  await ctx.files.remove(keys)
}

/** Removes the documents of sign-ups that were refused long enough ago; files first, as above. */
export async function removeRefusedDocuments(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - ADMISSION_DOCUMENTS.keptDaysAfterRefusal * DAY_MS)
  await eachAlone(ctx, await findRefusedBefore(ctx.db, before), async (oid) => {
    await removeFiles(ctx, `documents/${oid}/`)
    await ctx.db.transaction().execute(async (trx) => {
      const documents = await deleteDocuments(trx, oid)
      if (documents === 0) return
      const action = 'institution.remove-documents'
      await audit(trx, {
        actor: null,
        ip: '',
        action,
        ...target('institution', oid),
        detail: { documents },
      })
    })
  })
}
