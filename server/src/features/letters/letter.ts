import { letterDocument, type BodyOf, type Language, type stepLetter } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { findOrigin } from '../recall/service.ts'
import { standingIn } from '../reports/standing.ts'
import { findWhole, reportLink } from '../reports/whole.ts'
import { drawInTurn } from './draw.ts'
import { newPage } from './pages.ts'

/** A letter about a next step, from the report that was signed with it. */
export async function makeLetter(
  ctx: Context,
  { actor, ip, language: page }: Caller<Clinician>,
  { step_id, to, lang }: BodyOf<typeof stepLetter>,
): Promise<Buffer> {
  const { oid } = actor
  const language: Language = lang ?? page
  const { snapshot, drawn } = await withInstitution(ctx.db, oid, async (trx) => {
    const origin = await findOrigin(trx, oid, step_id)
    const report = origin && (await findWhole(trx, oid, origin.report_id))
    const step = report?.snapshot.next_step
    if (!origin || !step) throw notFound()
    const about = target('step', step_id, { pid: origin.person })
    const page =
      to === 'patient' ? await newPage(ctx, trx, { actor }, { step_id, ...origin }) : null
    const detail = { to, page: page !== null }
    await audit(trx, { actor, ip, action: 'recall.letter', ...about, detail })
    const { snapshot } = report
    const standing = standingIn(snapshot, report.standing, language)
    const facts = { step, birthday: origin.birthday, call: origin.call, page }
    const document = letterDocument({ ...snapshot, standing }, facts, to, language)
    const link = page?.link ?? reportLink(ctx, snapshot.report_no)
    return { snapshot, drawn: { document, language, link } }
  })
  return drawInTurn(ctx, { actor, ip }, snapshot, drawn)
}
