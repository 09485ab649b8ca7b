import { letterDocument, type BodyOf, type Language, type stepLetter } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { inTurnsByKind } from '../../http/turns.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { findOrigin } from '../recall/service.ts'
import { standingIn } from '../reports/standing.ts'
import { drawLetter, findWhole } from '../reports/whole.ts'

/** Drawing takes a core for a part of a second. */
const rendering = inTurnsByKind({ staff: 1, strangers: 1 })

/** A letter about a next step, from the report that was signed with it. */
export async function makeLetter(
  ctx: Context,
  { actor, ip, language: page }: Caller<Clinician>,
  { step_id, to, lang }: BodyOf<typeof stepLetter>,
): Promise<Buffer> {
  const { oid } = actor
  const language: Language = lang ?? page
  const { snapshot, document } = await withInstitution(ctx.db, oid, async (trx) => {
    const origin = await findOrigin(trx, oid, step_id)
    const report = origin && (await findWhole(trx, oid, origin.report_id))
    const step = report?.snapshot.next_step
    if (!origin || !step) throw notFound()
    const about = target('step', step_id, { pid: origin.person })
    await audit(trx, { actor, ip, action: 'recall.letter', ...about, detail: { to } })
    const standing = standingIn(report.snapshot, report.standing, language)
    const facts = { step, birthday: origin.birthday, call: origin.call }
    return {
      snapshot: report.snapshot,
      document: letterDocument({ ...report.snapshot, standing }, facts, to, language),
    }
  })
  return rendering({ actor, ip }, () => drawLetter(ctx, snapshot, document, language))
}
