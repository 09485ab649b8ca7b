import type { Scope } from '@mingmou/contract'
import { sql } from 'kysely'
import { findClinicians } from '../reports/outside.ts'
import { timesOf } from './parameters.ts'
import { toOrganization, toPractitioner } from './people.ts'
import type { Resource } from './resource.ts'
import { cursorFrom, type Search } from './search.ts'
import { TYPES } from './types.ts'

/** A type of what is taken out as a whole. `find` gives one more than is asked for where there is more. */
export interface Step {
  type: string
  /** null: any client may. */
  scope: Scope | null
  find: (search: Search) => Promise<Resource[]>
}

async function findOrganization({ trx, oid, asked, after }: Search): Promise<Resource[]> {
  if (after !== null) return []
  let found = trx
    .selectFrom('institutions')
    .select(['oid', 'name', 'created_at as updated_at'])
    .where('oid', '=', oid)
  for (const time of timesOf(asked, '_lastUpdated', sql`created_at`)) found = found.where(time)
  return (await found.execute()).map(toOrganization)
}

async function findPractitioners(search: Search): Promise<Resource[]> {
  const { trx, oid, asked, after, most } = search
  const where = timesOf(asked, '_lastUpdated', sql`reports.created_at`)
  const pid = asked.get('patient')?.[0]
  return (await findClinicians(trx, oid, { after, pid, where }, most)).map(toPractitioner)
}

/** Everything that is served, in the sequence in which it is taken out: who, what was ordered and taken, what was signed. */
export const STEPS: readonly Step[] = [
  { type: 'Organization', scope: null, find: findOrganization },
  ...TYPES,
  { type: 'Practitioner', scope: 'results:read', find: findPractitioners },
]

interface Place {
  type: string
  after: string | null
}

export interface Taken {
  resources: Resource[]
  /** Where the next page begins; null: there is no more. */
  next: Place | null
}

/** The next resources of these steps, from a place on, up to a number. */
export async function takePage(
  steps: readonly Step[],
  search: Omit<Search, 'after' | 'most' | 'goOn'>,
  from: Place | null,
  count: number,
): Promise<Taken> {
  const begin = from === null ? 0 : steps.findIndex(({ type }) => type === from.type)
  const resources: Resource[] = []
  for (const { type, find } of steps.slice(Math.max(begin, 0))) {
    const after = type === from?.type ? from.after : null
    const left = count - resources.length
    const goOn: string[] = []
    const found = await find({ ...search, after, most: left + 1, goOn: (at) => goOn.push(at) })
    resources.push(...found.slice(0, left))
    const last = found[left - 1]
    if (found.length > left)
      return { resources, next: { type, after: last ? cursorFrom(type, last) : after } }
    const [on] = goOn
    if (on !== undefined) return { resources, next: { type, after: on } }
  }
  return { resources, next: null }
}
