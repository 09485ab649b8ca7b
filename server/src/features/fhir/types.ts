import type { Scope } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findNumbered, listAfter, type NumberedOrder } from '../orders/numbered.ts'
import { findByNumber, findInTurn } from '../patients/by-number.ts'
import {
  changedSince,
  findOutside,
  REPORT_CHANGED,
  REPORT_STATE,
  type OutsideReport,
} from '../reports/outside.ts'
import { findOutsideSittings } from '../sittings/outside.ts'
import { toComposition } from './document.ts'
import { toObservations } from './observations.ts'
import { toServiceRequest } from './orders.ts'
import {
  beginningOf,
  daysOf,
  first,
  idOf,
  numberOf,
  patientIdOf,
  timesOf,
  type Asked,
} from './parameters.ts'
import { toPatient } from './people.ts'
import * as reports from './reports.ts'
import { baseOf, numbersOf, type Resource } from './resource.ts'
import { toImagingStudy } from './study.ts'

export interface Search {
  ctx: Context
  trx: Trx
  oid: string
  asked: Asked
  /** The last of the page before. */
  after: string | null
  most: number
  /** Says where the next page begins, where a page ends before it is full. */
  goOn: (cursor: string) => void
}

/** Where a page goes on: after this one. Of an observation its report is said too. */
export const cursorFrom = (type: string, { id }: Resource): string =>
  type === 'Observation' ? `${id.split('.')[0] ?? ''}~${id}` : id

/** In a cursor: all of the report has been told. */
const WHOLE = 'end'

/** A type that is searched. `find` gives one more than the page holds where there is more. */
export interface Searchable {
  type: string
  scope: Scope
  parameters: readonly string[]
  find: (search: Search) => Promise<Resource[]>
}

const OF_PATIENT = ['patient', 'subject', 'patient.identifier']

/** The patient that a search names; null where it names nobody of this institution. */
async function patientOf({ trx, oid, asked }: Search): Promise<{ pid?: string } | null> {
  const id = first(asked, 'patient') ?? first(asked, 'subject')
  const token = first(asked, 'patient.identifier')
  if (id !== undefined) {
    const pid = patientIdOf(id)
    return pid === null ? null : { pid }
  }
  if (token === undefined) return {}
  const number = numberOf(token, numbersOf(oid))
  const found = number === null ? undefined : await findByNumber(trx, oid, number)
  return found ? { pid: found.pid } : null
}

/** The id that a search names: undefined where it names none, null where it is nothing's. */
const idIn = (asked: Asked): string | null | undefined => {
  const text = first(asked, '_id')
  return text === undefined ? undefined : idOf(text)
}

async function findPatients(search: Search): Promise<Resource[]> {
  const { trx, oid, asked, after, most } = search
  const [id, of] = [idIn(asked), await patientOf(search)]
  if (id === null || of === null) return []
  const pid = id ?? of.pid
  const where = [
    ...daysOf(asked, 'birthdate', sql`patients.birthday`),
    ...timesOf(asked, '_lastUpdated', sql`patients.updated_at`),
  ]
  const token = first(asked, 'identifier')
  if (token !== undefined) {
    const number = numberOf(token, numbersOf(oid))
    const named = number === null ? undefined : await findByNumber(trx, oid, number)
    if (!named || (pid !== undefined && pid !== named.pid)) return []
    const rows = await findInTurn(trx, oid, { pid: named.pid, after, where }, most)
    return rows.map(toPatient)
  }
  const name = first(asked, 'name')
  const rows = await findInTurn(trx, oid, { pid, after, name, where }, most)
  return rows.map(toPatient)
}

/** Reports that a search of results names. */
async function findReports(
  search: Search,
  most: number,
  also: readonly RawBuilder<boolean>[] = [],
): Promise<OutsideReport[]> {
  const { trx, oid, asked, after } = search
  const [report_id, of] = [idIn(asked), await patientOf(search)]
  if (report_id === null || of === null) return []
  const token = first(asked, 'identifier')
  const report_no = token === undefined ? undefined : numberOf(token, numbersOf(oid))
  if (report_no === null) return []
  const beginning = beginningOf(asked, '_lastUpdated')
  const changed = beginning && (await changedSince(trx, oid, beginning))
  const where = [
    ...also,
    ...timesOf(asked, 'date', sql`reports.created_at`),
    ...timesOf(asked, '_lastUpdated', REPORT_CHANGED),
    ...(changed ? [changed] : []),
  ]
  return findOutside(trx, oid, { ...of, report_id, report_no, after, where }, most)
}

/** A report that was superseded is no document any more. */
const CURRENT = sql<boolean>`${REPORT_STATE} <> 'superseded'`

async function findCompositions(search: Search): Promise<Resource[]> {
  const rows = await findReports(search, search.most, [CURRENT])
  return rows.map((row) => toComposition(search.oid, row))
}

async function findDiagnosticReports(search: Search): Promise<Resource[]> {
  const { ctx, oid, asked, most } = search
  const wanted = first(asked, 'status')?.split(',')
  const where =
    wanted === undefined ? [] : [sql<boolean>`${reports.STATUS_OF} = ANY(${wanted}::text[])`]
  const rows = await findReports(search, most, where)
  return rows.map((row) => reports.toDiagnosticReport(baseOf(ctx), oid, row))
}

/** So many reports are looked through for a page of observations. What comes after is on the next one. */
const LOOKED_THROUGH = 200

/** Observations are parts of their report: the page goes on within it. */
async function findObservations(search: Search): Promise<Resource[]> {
  const { oid, asked, most } = search
  const one = first(asked, '_id')
  if (one !== undefined) return observationOf(search, one)
  const code = first(asked, 'code')?.split('|').at(-1)
  const category = first(asked, 'category')?.split('|').at(-1)
  if (category !== undefined && category !== 'imaging') return []
  const [from = null, last = null] = search.after?.split('~') ?? []
  const found: Resource[] = []
  // The report of the last one may have more.
  const begun =
    from === null || last === WHOLE
      ? []
      : await findOutside(search.trx, oid, { report_id: from }, 1)
  let rows = begun
  let after = from
  let looked = 0
  for (;;) {
    for (const report of rows) {
      const all = toObservations(oid, report)
      const left =
        report.report_id === from ? all.slice(all.findIndex(({ id }) => id === last) + 1) : all
      found.push(...left.filter((each) => code === undefined || codeOf(each) === code))
    }
    if (found.length >= most) return found.slice(0, most)
    if (looked >= LOOKED_THROUGH && after !== null) {
      search.goOn(`${after}~${WHOLE}`)
      return found
    }
    rows = await findReports({ ...search, after }, 10)
    if (rows.length === 0) return found
    looked += rows.length
    after = rows.at(-1)?.report_id ?? null
  }
}

async function observationOf({ trx, oid }: Search, id: string): Promise<Resource[]> {
  const report_id = idOf(id.split('.')[0] ?? '')
  if (report_id === null) return []
  const [report] = await findOutside(trx, oid, { report_id }, 1)
  return report ? toObservations(oid, report).filter((each) => each.id === id) : []
}

function codeOf({ code }: Resource): string | undefined {
  const { coding } = code as { coding: { code: string }[] }
  return coding[0]?.code
}

async function findOrders(search: Search): Promise<Resource[]> {
  const { trx, oid, asked, after, most } = search
  const [order_id, of] = [idIn(asked), await patientOf(search)]
  if (order_id === null || of === null) return []
  const token = first(asked, 'identifier')
  if (token !== undefined) {
    const value = numberOf(token, numbersOf(oid)) ?? ''
    const rows = [await findNumbered(trx, oid, { accession: value })]
    if (!rows[0]) rows.push(await findNumbered(trx, oid, { placer: value }))
    const fits = (row: NumberedOrder | undefined): row is NumberedOrder =>
      row !== undefined && (after === null || row.order_id > after)
    return rows.filter(fits).map(toServiceRequest)
  }
  const where = timesOf(asked, '_lastUpdated', sql`orders.updated_at`)
  const rows = await listAfter(trx, oid, { after, order_id, ...of, where }, most)
  return rows.map(toServiceRequest)
}

async function findStudies(search: Search): Promise<Resource[]> {
  const { trx, oid, asked, after, most } = search
  const [rid, of] = [idIn(asked), await patientOf(search)]
  if (rid === null || of === null) return []
  const where = timesOf(asked, '_lastUpdated', sql`archives.created_at`)
  const rows = await findOutsideSittings(trx, oid, { rid, ...of, after, where }, most)
  return rows.map(toImagingStudy)
}

const ofReports =
  (make: (base: string, oid: string, report: OutsideReport) => Resource) =>
  async (search: Search): Promise<Resource[]> => {
    const rows = await findReports(search, search.most)
    return rows.map((row) => make(baseOf(search.ctx), search.oid, row))
  }

export const TYPES: readonly Searchable[] = [
  {
    type: 'Patient',
    scope: 'people:read',
    find: findPatients,
    parameters: ['identifier', 'name', 'birthdate'],
  },
  {
    type: 'ServiceRequest',
    scope: 'orders:read',
    find: findOrders,
    parameters: [...OF_PATIENT, 'identifier'],
  },
  {
    type: 'ImagingStudy',
    scope: 'images:read',
    find: findStudies,
    parameters: OF_PATIENT,
  },
  {
    type: 'DiagnosticReport',
    scope: 'results:read',
    find: findDiagnosticReports,
    parameters: [...OF_PATIENT, 'identifier', 'date', 'status'],
  },
  {
    type: 'Observation',
    scope: 'results:read',
    find: findObservations,
    parameters: [...OF_PATIENT, 'date', 'code', 'category'],
  },
  {
    type: 'DocumentReference',
    scope: 'documents:read',
    parameters: [...OF_PATIENT, 'identifier', 'date'],
    find: ofReports(reports.toDocumentReference),
  },
  {
    type: 'Composition',
    scope: 'documents:read',
    parameters: [...OF_PATIENT, 'identifier', 'date'],
    find: findCompositions,
  },
  {
    type: 'Device',
    scope: 'results:read',
    parameters: [],
    find: ofReports((_, oid, report) => reports.toDevice(oid, report)),
  },
  {
    type: 'Provenance',
    scope: 'results:read',
    parameters: OF_PATIENT,
    find: ofReports((_, oid, report) => reports.toProvenance(oid, report)),
  },
]
