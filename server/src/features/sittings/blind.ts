import { ERROR } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Attempt } from '../../http/gate.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'

const closed = () => new Refusal(ERROR.conflict, 'reading_closed')

/** A call that may name any sitting, and one that names what is hidden, by whichever of its ids. */
export async function refuseBlind(ctx: Context, { call, actor, body }: Attempt): Promise<void> {
  const oid = actor?.oid
  const hidden = actor?.blind_to ?? []
  if (!oid || hidden.length === 0) return
  if (call.blind === 'closed') throw closed()
  const asked = wordsOf(body)
  const found = await withInstitution(ctx.db, oid, (trx) => isOf(trx, hidden, asked))
  if (found) throw closed()
}

/** Every text of a body. */
const wordsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(wordsOf)
}

/** Whether one of these is an id of a sitting, an analysis, a report or a draft of it. */
async function isOf(trx: Trx, rids: readonly string[], asked: readonly string[]): Promise<boolean> {
  const [sittings, ids] = [sql`${[...rids]}::uuid[]`, sql`${[...asked]}::text[]`]
  const { rows } = await sql<{ found: boolean }>`SELECT
    EXISTS (SELECT FROM archives WHERE rid = ANY (${sittings}) AND rid::text = ANY (${ids}))
    OR EXISTS (SELECT FROM analyses LEFT JOIN reports USING (analysis_record_id)
      WHERE analyses.rid = ANY (${sittings}) AND (analyses.analysis_record_id::text = ANY (${ids})
        OR report_id::text = ANY (${ids}) OR report_no = ANY (${ids})))
    OR EXISTS (SELECT FROM report_drafts WHERE rid = ANY (${sittings}) AND draft_id::text = ANY (${ids}))
    OR EXISTS (SELECT FROM next_steps WHERE rid = ANY (${sittings}) AND step_id::text = ANY (${ids}))
    AS found`.execute(trx)
  return rows[0]?.found ?? false
}
