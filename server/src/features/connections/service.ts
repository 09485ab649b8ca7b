import { CONNECTION_STATES, type DataOf, type listConnections } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { endingOf, receiverEnds } from '../notices/certificates.ts'
import { SOURCES } from './sources.ts'

/** All connections, what fails first; of one state in the sequence of their kinds. */
export async function openConnections(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
): Promise<DataOf<typeof listConnections>> {
  const { oid } = actor
  const ends = await receiverEnds(ctx)
  return withInstitution(ctx.db, oid, async (trx) => {
    const ending = await endingOf(ctx, trx, oid, ends)
    const endings = new Map(ending.map(({ id, until }) => [id, until]))
    const asked = { trx, oid, now: ctx.now(), language, endings }
    const rows = []
    for (const source of SOURCES) rows.push(...(await source(asked)))
    await audit(trx, { actor, ip, action: 'connection.list', detail: { rows: rows.length } })
    const rank = (state: (typeof CONNECTION_STATES)[number]) => CONNECTION_STATES.indexOf(state)
    return {
      rows: rows.toSorted((one, other) => rank(one.state) - rank(other.state)),
      certificates: ending.flatMap(({ of, until }) =>
        of === 'destination' ? [] : [{ of, until: until.toISOString() }],
      ),
    }
  })
}
