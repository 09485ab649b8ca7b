import { ERROR, type BodyOf, type makeQuestionnaireLinks } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { audit } from '../audit/service.ts'
import { hashSecret, newSecret } from '../sessions/tokens.ts'
import { holdVersion } from './queries.ts'
import { about } from './versions.ts'

/** Links to the open version. The store has their hashes alone, so they are answered once. */
export async function makeLinks(
  ctx: Context,
  { actor, ip }: Caller,
  { version, count }: BodyOf<typeof makeQuestionnaireLinks>,
): Promise<string> {
  const secrets = Array.from({ length: count }, newSecret)
  const made_at = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const row = await holdVersion(trx, version)
    if (!row) throw notFound()
    if (row.status !== 'open') throw new Refusal(ERROR.conflict, 'questionnaire_not_open')
    await trx
      .insertInto('questionnaire_links')
      .values(secrets.map(({ hash }) => ({ link: hash, version, made_at })))
      .execute()
    const detail = { links: count }
    await audit(trx, { actor, ip, action: 'questionnaire.links', ...about(version), detail })
  })
  const page = `${ctx.config.publicUrl.replace(/\/$/, '')}/#/main/questionnaire?link=`
  return secrets.map(({ secret }) => `${page}${secret}\r\n`).join('')
}

/** Who answers: the link that was given, else the browser. */
export interface Answerer {
  link: string | undefined
  browser: Buffer | null
}

type Found = { who: Buffer | null } | 'link_needed' | 'link_unknown'

/** By what the answers to a version are kept; null for a browser that has answered nothing. */
export async function answererOf(
  db: Db | Trx,
  { version, links_only }: { version: number; links_only: boolean },
  { link, browser }: Answerer,
): Promise<Found> {
  if (link === undefined) return links_only ? 'link_needed' : { who: browser }
  const who = hashSecret(link)
  const found = await db
    .selectFrom('questionnaire_links')
    .select('link')
    .where('link', '=', who)
    .where('version', '=', version)
    .executeTakeFirst()
  return found ? { who } : 'link_unknown'
}
