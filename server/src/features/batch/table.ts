import { today, type BodyOf, type DataOf, type readPhotographTable } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { tableReader } from '../files/tables.ts'
import type { PhotographsAsked, PhotographsTold } from './read-table.ts'

const readBeside = tableReader<PhotographsTold>()

/** What a table says of files. It is read and not kept: what it says of a file comes with the file. */
export async function openTable(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  { content }: BodyOf<typeof readPhotographTable>,
): Promise<DataOf<typeof readPhotographTable>> {
  const bytes = new Uint8Array(Buffer.from(content, 'base64'))
  const asked = {
    of: 'photographs',
    bytes,
    today: today(ctx.now()),
    language,
  } satisfies PhotographsAsked
  const found = await readBeside({ actor, ip }, asked)
  if ('refused' in found) throw invalid({ content: found.refused })
  await withInstitution(ctx.db, actor.oid, (trx) =>
    audit(trx, { actor, ip, action: 'batch.read-table', detail: { rows: found.rows.length } }),
  )
  return found
}
