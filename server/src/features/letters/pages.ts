import { randomInt } from 'node:crypto'
import {
  dayAfter,
  ERROR,
  groupedCode,
  lastOfNumber,
  LETTER_CODE,
  letterDocument,
  today,
  type BodyOf,
  type closeLetterPages,
  type DataOf,
  type Language,
  type letterFile,
  type LetterPageFacts,
  type listLetterPages,
  type openLetter,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor, Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { findOrigin, type Origin } from '../recall/service.ts'
import { pdfOf } from '../reports/pdf/make.ts'
import { standingIn } from '../reports/standing.ts'
import { drawInTurn } from './draw.ts'
import { about, hashOf, prove, type Proved } from './prove.ts'
import * as pages from './page-queries.ts'

/** Older codes of a step are closed: a patient has one letter, and a copy or two. */
const MOST_OPEN = 3

const newCode = () =>
  Array.from({ length: LETTER_CODE.chars }, () =>
    LETTER_CODE.letters.charAt(randomInt(LETTER_CODE.letters.length)),
  ).join('')

const addressOf = (ctx: Context) => `${ctx.config.publicUrl}/#/letter`
const linkOf = (ctx: Context, code: string) => `${addressOf(ctx)}?code=${groupedCode(code)}`

/** A code for a letter that is printed now; null where the institution gives none, or the number is too short to ask for. */
export async function newPage(
  ctx: Context,
  trx: Trx,
  { actor }: Pick<Caller<Clinician>, 'actor'>,
  { step_id, person, number, page_days }: Origin & { step_id: string },
): Promise<(LetterPageFacts & { link: string }) | null> {
  if (page_days === null || lastOfNumber(number) === null) return null
  const { oid, uid } = actor
  const now = ctx.now()
  const code = newCode()
  const until = dayAfter(today(now), { days: page_days })
  await pages.insertPage(trx, {
    page_id: newId(),
    step_id,
    pid: person,
    code_hash: hashOf(code),
    open_until: until,
    oid,
    created_by: uid,
    created_at: now,
  })
  await pages.closePages(trx, { oid, step_id, now }, MOST_OPEN)
  return { address: addressOf(ctx), code, until, link: linkOf(ctx, code) }
}

export const listPages = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { step_id }: BodyOf<typeof listLetterPages>,
): Promise<DataOf<typeof listLetterPages>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const origin = await findOrigin(trx, actor.oid, step_id)
    if (!origin) throw notFound()
    await audit(trx, { actor, ip, action: 'letter.list', ...about(step_id, origin) })
    const found = await pages.findPages(trx, actor.oid, step_id, today(ctx.now()))
    return {
      days: origin.page_days,
      pages: found.map((page) => ({
        ...page,
        made_at: page.made_at.toISOString(),
        opened_at: page.opened_at && page.opened_at.toISOString(),
      })),
    }
  })

export const closeLetters = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { step_id }: BodyOf<typeof closeLetterPages>,
): Promise<void> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const origin = await findOrigin(trx, actor.oid, step_id)
    if (!origin) throw notFound()
    await pages.closePages(trx, { oid: actor.oid, step_id, now: ctx.now() })
    await audit(trx, { actor, ip, action: 'letter.close', ...about(step_id, origin) })
  })

function documentFor(
  { origin, report, step }: Proved,
  language: Language,
  page: LetterPageFacts | null,
) {
  const standing = standingIn(report.snapshot, report.standing, language)
  const facts = { step, birthday: origin.birthday, call: origin.call, page }
  return letterDocument({ ...report.snapshot, standing }, facts, 'patient', language)
}

export async function openPage(
  ctx: Context,
  { actor, ip, language: page }: Caller<Actor | null>,
  { lang, ...given }: BodyOf<typeof openLetter>,
): Promise<DataOf<typeof openLetter>> {
  const proved = await prove(ctx, { actor, ip }, 'letter.open', given)
  const { state } = proved.report.standing
  const { title, institution, identity, sections } = documentFor(proved, lang ?? page, null)
  const { altered } = proved.report.standing
  return {
    institution,
    state,
    altered,
    call: proved.origin.call,
    open_until: proved.until,
    letter:
      state === 'signed' && !altered
        ? { title, identity: [...identity], sections: textsOf(sections) }
        : null,
  }
}

/** A letter is words alone. */
const textsOf = (sections: ReturnType<typeof documentFor>['sections']) =>
  sections.flatMap((section) =>
    section.kind === 'opinion'
      ? [{ title: section.title, lines: section.parts.flatMap(({ lines }) => lines) }]
      : [],
  )

/** What the page shows, as a file. What does not stand is not handed out. */
export async function fileOfPage(
  ctx: Context,
  { actor, ip, language: page }: Caller<Actor | null>,
  { of, lang, ...given }: BodyOf<typeof letterFile>,
): Promise<Buffer> {
  const language = lang ?? page
  const proved = await prove(ctx, { actor, ip }, 'letter.file', given)
  const { report } = proved
  const { state, altered } = report.standing
  if (altered) throw notFound()
  if (state !== 'signed')
    throw new Refusal(ERROR.notFound, state === 'void' ? 'report_void' : 'report_superseded')
  const reader = { actor, ip }
  if (of === 'report') {
    // What another report says, and where this one was made, is not for patients.
    const standing = { ...report.standing, older: null, origin: null }
    return pdfOf(ctx, reader, { ...report, standing }, language)
  }
  const facts = {
    address: addressOf(ctx),
    code: given.code,
    until: proved.until,
  }
  const document = documentFor(proved, language, facts)
  return drawInTurn(ctx, reader, report.snapshot, {
    document,
    language,
    link: linkOf(ctx, given.code),
  })
}
