import { CONNECTION_STATES, type DataOf, type listConnections } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { SOURCES } from './sources.ts'

/** All connections, what fails first; of one state in the sequence of their kinds. */
export async function openConnections(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
): Promise<DataOf<typeof listConnections>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const asked = { trx, oid, now: ctx.now(), language }
    const rows = []
    for (const source of SOURCES) rows.push(...(await source(asked)))
    await audit(trx, { actor, ip, action: 'connection.list', detail: { rows: rows.length } })
    const rank = (state: (typeof CONNECTION_STATES)[number]) => CONNECTION_STATES.indexOf(state)
    return { rows: rows.toSorted((one, other) => rank(one.state) - rank(other.state)) }
  })
}
