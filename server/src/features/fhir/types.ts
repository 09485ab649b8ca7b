import { sql, type RawBuilder } from 'kysely'
import { countOrders, findNumbered, listAfter, type NumberedOrder } from '../orders/numbered.ts'
import {
  countInTurn,
  findByNumber,
  findInTurn,
  type WantedPatients,
} from '../patients/by-number.ts'
import {
  changedSince,
  countOutside,
  findOutside,
  IS_IN,
  REPORT_CHANGED,
  type OutsideReport,
  type WantedReports,
} from '../reports/outside.ts'
import {
  countOutsideSittings,
  findOutsideSittings,
  type WantedSittings,
} from '../sittings/outside.ts'
import { toComposition } from './document.ts'
import { MEDIA } from './media.ts'
import { toObservations } from './observations.ts'
import { statesOf, toServiceRequest, toTask } from './orders.ts'
import { beginningOf, daysOf, first, idOf, numberOf, timesOf } from './parameters.ts'
import { toPatient } from './people.ts'
import * as reports from './reports.ts'
import { baseOf, numbersOf, type Resource } from './resource.ts'
import { idIn, OF_PATIENT, patientOf, searched, type Search, type Searchable } from './search.ts'
import { toImagingStudy } from './study.ts'

/** In a cursor: all of the report has been told. */
const WHOLE = 'end'

async function patientsWanted(search: Search): Promise<WantedPatients | null> {
  const { trx, oid, asked, after } = search
  const [id, of] = [idIn(asked), await patientOf(search)]
  if (id === null || of === null) return null
  const pid = id ?? of.pid
  const where = [
    ...daysOf(asked, 'birthdate', sql`patients.birthday`),
    ...timesOf(asked, '_lastUpdated', sql`patients.updated_at`),
  ]
  const token = first(asked, 'identifier')
  if (token === undefined) return { pid, after, name: first(asked, 'name'), where }
  const number = numberOf(token, numbersOf(oid))
  const named = number === null ? undefined : await findByNumber(trx, oid, number)
  if (!named || (pid !== undefined && pid !== named.pid)) return null
  return { pid: named.pid, after, where }
}

/** Reports that a search of results names. */
async function reportsWanted(
  search: Search,
  also: readonly RawBuilder<boolean>[] = [],
): Promise<WantedReports | null> {
  const { trx, oid, asked, after } = search
  const [report_id, of] = [idIn(asked), await patientOf(search)]
  if (report_id === null || of === null) return null
  const token = first(asked, 'identifier')
  const report_no = token === undefined ? undefined : numberOf(token, numbersOf(oid))
  if (report_no === null) return null
  const beginning = beginningOf(asked, '_lastUpdated')
  const changed = beginning && (await changedSince(trx, oid, beginning))
  const where = [
    ...also,
    ...timesOf(asked, 'date', sql`reports.created_at`),
    ...timesOf(asked, '_lastUpdated', REPORT_CHANGED),
    ...(changed ? [changed] : []),
  ]
  return { ...of, report_id, report_no, after, where }
}

/** A report that was superseded is no document any more. */
const CURRENT = sql<boolean>`NOT ${IS_IN.superseded}`

/** Those of a status, where one is asked for. */
function ofStatus({ asked }: Search): RawBuilder<boolean>[] {
  const wanted = first(asked, 'status')?.split(',')
  if (wanted === undefined) return []
  const any = wanted.flatMap((status) => reports.HAS_STATUS.get(status) ?? [])
  return [any.length === 0 ? sql<boolean>`false` : sql<boolean>`((${sql.join(any, sql`) OR (`)}))`]
}

/** A resource of each report that is asked for. */
const ofReports = (
  make: (base: string, oid: string, report: OutsideReport) => Resource,
  also: (search: Search) => readonly RawBuilder<boolean>[] = () => [],
) =>
  searched(
    (search) => reportsWanted(search, also(search)),
    async ({ ctx, trx, oid, most }, wanted) =>
      (await findOutside(trx, oid, wanted, most)).map((row) => make(baseOf(ctx), oid, row)),
    ({ trx, oid }, wanted) => countOutside(trx, oid, wanted),
  )

/** So many reports are looked through for a page of observations. What comes after is on the next one. */
const LOOKED_THROUGH = 200

/** Observations are parts of their report: the page goes on within it. */
async function findObservations(search: Search): Promise<Resource[]> {
  const { oid, asked, most } = search
  const askedId = first(asked, '_id')
  if (askedId !== undefined) return observationOf(search, askedId)
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
    const wanted = await reportsWanted({ ...search, after })
    rows = wanted ? await findOutside(search.trx, oid, wanted, 10) : []
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

/** The orders that fit. */
async function ordersWanted(search: Search) {
  const { asked, after } = search
  const [id, of, numbered] = [idIn(asked), await patientOf(search), await orderOf(search)]
  if (id === null || of === null || numbered === null) return null
  if (id !== undefined && numbered !== undefined && id !== numbered) return null
  const status = first(asked, 'status')
  const states = status === undefined ? undefined : statesOf(status)
  const where = timesOf(asked, '_lastUpdated', sql`orders.updated_at`)
  return { after, order_id: id ?? numbered, ...of, states, where }
}

/** The order that a search names by its number, ours or that of the system that ordered; null where it names none of them. */
async function orderOf({ trx, oid, asked }: Search): Promise<string | null | undefined> {
  const token = first(asked, 'identifier')
  if (token === undefined) return undefined
  const value = numberOf(token, numbersOf(oid)) ?? ''
  const found =
    (await findNumbered(trx, oid, { accession: value })) ??
    (await findNumbered(trx, oid, { placer: value }))
  return found?.order_id ?? null
}

const ofOrders = (make: (order: NumberedOrder) => Resource) =>
  searched(
    ordersWanted,
    async ({ trx, oid, most }, wanted) => (await listAfter(trx, oid, wanted, most)).map(make),
    ({ trx, oid }, wanted) => countOrders(trx, oid, wanted),
  )

async function sittingsWanted(search: Search): Promise<WantedSittings | null> {
  const { asked, after } = search
  const [rid, of] = [idIn(asked), await patientOf(search)]
  if (rid === null || of === null) return null
  const where = timesOf(asked, '_lastUpdated', sql`archives.created_at`)
  return { rid, ...of, after, where }
}

export const TYPES: readonly Searchable[] = [
  {
    type: 'Patient',
    scope: 'people:read',
    ...searched(
      patientsWanted,
      async ({ trx, oid, most }, wanted) =>
        (await findInTurn(trx, oid, wanted, most)).map(toPatient),
      ({ trx, oid }, wanted) => countInTurn(trx, oid, wanted),
    ),
    parameters: ['identifier', 'name', 'birthdate'],
  },
  {
    type: 'ServiceRequest',
    scope: 'orders:read',
    parameters: [...OF_PATIENT, 'identifier'],
    ...ofOrders(toServiceRequest),
  },
  {
    type: 'Task',
    scope: 'orders:read',
    parameters: [...OF_PATIENT, 'status'],
    ...ofOrders(toTask),
  },
  {
    type: 'ImagingStudy',
    scope: 'images:read',
    parameters: OF_PATIENT,
    ...searched(
      sittingsWanted,
      async ({ trx, oid, most }, wanted) =>
        (await findOutsideSittings(trx, oid, wanted, most)).map(toImagingStudy),
      ({ trx, oid }, wanted) => countOutsideSittings(trx, oid, wanted),
    ),
  },
  MEDIA,
  {
    type: 'DiagnosticReport',
    scope: 'results:read',
    parameters: [...OF_PATIENT, 'identifier', 'date', 'status'],
    ...ofReports(reports.toDiagnosticReport, ofStatus),
  },
  {
    type: 'Observation',
    scope: 'results:read',
    parameters: [...OF_PATIENT, 'date', 'code', 'category'],
    find: findObservations,
    count: null,
  },
  {
    type: 'DocumentReference',
    scope: 'documents:read',
    parameters: [...OF_PATIENT, 'identifier', 'date'],
    ...ofReports(reports.toDocumentReference),
  },
  {
    type: 'Composition',
    scope: 'documents:read',
    parameters: [...OF_PATIENT, 'identifier', 'date'],
    ...ofReports(
      (_, oid, report) => toComposition(oid, report),
      () => [CURRENT],
    ),
  },
  {
    type: 'Device',
    scope: 'results:read',
    parameters: [],
    ...ofReports((_, oid, report) => reports.toDevice(oid, report)),
  },
  {
    type: 'Provenance',
    scope: 'results:read',
    parameters: OF_PATIENT,
    ...ofReports((_, oid, report) => reports.toProvenance(oid, report)),
  },
]
