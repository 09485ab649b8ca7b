import type { Scope } from '@mingmou/contract'
import { sql } from 'kysely'
import { listAfter } from '../orders/numbered.ts'
import { findInTurn } from '../patients/by-number.ts'
import { findOutside } from '../reports/outside.ts'
import { toObservations } from './observations.ts'
import { toServiceRequest } from './orders.ts'
import { idOf, wrong, type Asked } from './parameters.ts'
import { findPractitioners, toPatient, toPractitioner } from './people.ts'
import * as reports from './reports.ts'
import { baseOf, type Resource } from './resource.ts'
import type { Search } from './search.ts'

type Wanted = Pick<Search, 'ctx' | 'trx' | 'oid'>
type Target =
  'ServiceRequest' | 'Patient' | 'Practitioner' | 'Observation' | 'Device' | 'DiagnosticReport'

/** What may come along with what is found: the field that refers to it, and the types that it refers to. */
const PATIENT = { field: 'subject', targets: ['Patient'] } as const
const INCLUDES: Readonly<
  Record<string, Readonly<Record<string, { field: string; targets: readonly Target[] }>>>
> = {
  ServiceRequest: { patient: PATIENT, subject: PATIENT },
  Task: {
    patient: { ...PATIENT, field: 'for' },
    subject: { ...PATIENT, field: 'for' },
    focus: { field: 'focus', targets: ['ServiceRequest'] },
  },
  ImagingStudy: { patient: PATIENT, subject: PATIENT },
  Media: { patient: PATIENT, subject: PATIENT },
  DiagnosticReport: {
    patient: PATIENT,
    subject: PATIENT,
    result: { field: 'result', targets: ['Observation'] },
    'results-interpreter': { field: 'resultsInterpreter', targets: ['Practitioner'] },
  },
  Observation: {
    patient: PATIENT,
    subject: PATIENT,
    device: { field: 'device', targets: ['Device'] },
    performer: { field: 'performer', targets: ['Practitioner'] },
  },
  DocumentReference: {
    patient: PATIENT,
    subject: PATIENT,
    author: { field: 'author', targets: ['Practitioner'] },
  },
  Composition: {
    patient: PATIENT,
    subject: PATIENT,
    author: { field: 'author', targets: ['Practitioner'] },
  },
  Provenance: {
    target: { field: 'target', targets: ['DiagnosticReport'] },
  },
}

const SCOPE_OF: Readonly<Record<Target, Scope>> = {
  Patient: 'people:read',
  ServiceRequest: 'orders:read',
  Practitioner: 'results:read',
  Observation: 'results:read',
  Device: 'results:read',
  DiagnosticReport: 'results:read',
}

/** The names of what a search of this type may bring along. */
export const includesOf = (type: string): string[] =>
  Object.keys(INCLUDES[type] ?? {}).map((name) => `${type}:${name}`)

interface Included {
  fields: readonly string[]
  /** What the client has to be allowed to read besides. */
  scopes: readonly Scope[]
  targets: readonly Target[]
}

/** What `_include` asks for; what is not there is refused, as nothing may be missing unseen. */
export function includedIn(type: string, asked: Asked): Included {
  const found = (asked.get('_include') ?? []).map((text) => {
    const [of = '', name = '', target] = text.split(':')
    const include = of === type ? INCLUDES[type]?.[name] : undefined
    if (!include || (target !== undefined && !include.targets.some((each) => each === target)))
      throw wrong('_include')
    return include
  })
  const targets = [...new Set(found.flatMap((include) => include.targets))]
  return {
    fields: [...new Set(found.map(({ field }) => field))],
    targets,
    scopes: [...new Set(targets.map((target) => SCOPE_OF[target]))],
  }
}

/** Each that the page refers to in one of these fields, once, in the sequence of their types. */
export async function included(
  search: Wanted,
  page: readonly Resource[],
  { fields, targets }: Included,
): Promise<Resource[]> {
  const named = new Set(
    page.flatMap((resource) => fields.flatMap((field) => [...referencesIn(resource[field])])),
  )
  const found: Resource[] = []
  for (const target of targets) {
    const ids = [...named].flatMap((reference) =>
      reference.startsWith(`${target}/`) ? [reference.slice(target.length + 1)] : [],
    )
    if (ids.length > 0) found.push(...(await FIND[target](search, ids)))
  }
  return found
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if ('reference' in value && typeof value.reference === 'string') yield value.reference
  for (const part of Object.values(value)) yield* referencesIn(part)
}

const among = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = ANY(${ids.map(idOf).filter((id) => id !== null)}::uuid[])`

const reportsOf = ({ trx, oid }: Wanted, ids: readonly string[]) =>
  findOutside(trx, oid, { where: [among('reports.report_id', ids)] }, ids.length)

const FIND: Readonly<
  Record<Target, (search: Wanted, ids: readonly string[]) => Promise<Resource[]>>
> = {
  Patient: async ({ trx, oid }, ids) =>
    (await findInTurn(trx, oid, { where: [among('patients.pid', ids)] }, ids.length)).map(
      toPatient,
    ),
  ServiceRequest: async ({ trx, oid }, ids) =>
    (
      await listAfter(trx, oid, { after: null, where: [among('orders.order_id', ids)] }, ids.length)
    ).map(toServiceRequest),
  Practitioner: async ({ trx, oid }, ids) =>
    (await findPractitioners(trx, oid, ids)).map(toPractitioner),
  Observation: async (search, ids) => {
    const wanted = new Set(ids)
    const of = [...new Set(ids.map((id) => id.split('.')[0] ?? ''))]
    return (await reportsOf(search, of))
      .flatMap((report) => toObservations(search.oid, report))
      .filter(({ id }) => wanted.has(id))
  },
  Device: async (search, ids) =>
    (await reportsOf(search, ids)).map((report) => reports.toDevice(search.oid, report)),
  DiagnosticReport: async (search, ids) =>
    (await reportsOf(search, ids)).map((report) =>
      reports.toDiagnosticReport(baseOf(search.ctx), search.oid, report),
    ),
}
