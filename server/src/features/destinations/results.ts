import { createHash } from 'node:crypto'
import { modalityOf, PRODUCT_VERSION, reportName } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { escaped, field, segment, SENT_CHARSETS } from '../../platform/hl7/write.ts'
import { findClosed } from '../orders/numbered.ts'
import { findPatient } from '../patients/patient.ts'
import { findOutside, type OutsideReport } from '../reports/outside.ts'
import type { Stated, StatedValue } from '../reports/stated-value.ts'
import { statedIn } from '../reports/stated.ts'
import { findWhole } from '../reports/whole.ts'
import { findVersions, type DeliveryRow, type DestinationRow, type VersionRow } from './queries.ts'

/** A message of results, ORU^R01. */
export interface ResultMessage {
  /** MSH-10. */
  id: string
  bytes: Buffer
}

/** The coding system of our own codes (HL7 table 0396). */
const OWN = '99MINGMOU'
/** LOINC. */
const IMAGING = ['18748-4', 'Diagnostic imaging study', 'LN'] as const

/** An OBX, before it has its place: what it is of, its type and value, and what follows it as NTE. */
interface Line {
  /** OBX-3, and OBX-4: a line is replaced by the one that has both again. */
  of: string
  sub: string
  type: string
  value: string
  units?: string
  status: 'told' | 'absent'
  observer?: string
  method?: string
  note?: string | undefined
}

const dayOf = (day: string) => day.replaceAll('-', '')

/** In Asia/Shanghai. */
function instantOf(at: Date): string {
  const there = new Date(at.getTime() + 8 * 3_600_000).toISOString()
  return `${there.slice(0, 19).replaceAll(/\D/g, '')}+0800`
}

/**
 * What a delivery brings to a system, as the report stands now: `overtaken` where a later version brings it, so that no
 * former result comes after a newer one; null where the patient or the report is gone. The same content has the same
 * number, in every try.
 */
export async function resultMessage(
  trx: Trx,
  delivery: DeliveryRow,
  destination: DestinationRow,
  pdf: Buffer | null,
): Promise<ResultMessage | 'overtaken' | null> {
  const { oid, report_id, what } = delivery
  const [report] = await findOutside(trx, oid, { report_id }, 1)
  const patient = report && (await findPatient(trx, oid, report.pid))
  if (!report || !patient) return null
  const versions = await findVersions(trx, oid, report_id, destination.destination_id)
  if (isOvertaken(report, what, versions)) return 'overtaken'
  const at = versions.findIndex((version) => version.report_id === report_id)
  const earlier = versions.slice(0, at)
  const former = await linesOfEarlier(trx, oid, earlier)
  const isVoid = what === 'void'
  const lines = linesOf(report, isVoid ? NO_PDF : pdf)
  const order = await findClosed(trx, oid, report.rid)
  const isCorrected = earlier.some(({ planned }) => planned)
  const status = isVoid ? 'X' : isCorrected ? 'C' : 'F'
  const { snapshot } = report
  const { name, id: number, gender } = snapshot
  const filler = versions[0]?.report_no ?? report.report_no
  const charset = destination.charset ?? 'utf-8'
  const changed = isVoid ? await voidedAt(trx, oid, report_id) : null
  const numbers = {
    2: field(order?.placer ?? ''),
    3: field(filler, destination.sending_application ?? ''),
  }
  const body = [
    segment('PID', {
      1: '1',
      3: field(number, '', '', destination.sending_facility ?? '', 'MR'),
      // Nobody stated where the family name ends.
      5: field(name),
      7: dayOf(patient.birthday),
      8: gender === 1 ? 'M' : 'F',
    }),
    segment('ORC', { 1: 'RE', ...numbers }),
    segment('OBR', {
      1: '1',
      ...numbers,
      4: field(...IMAGING, ...titleOf(report)),
      7: dayOf(snapshot.record_date),
      18: field(order?.accession ?? ''),
      22: instantOf(changed?.at ?? report.created_at),
      25: status,
      32: `&${escaped(snapshot.clinician)}`,
    }),
    ...(changed ? [note(`Void: ${changed.reason}`)] : []),
    ...obx(isVoid ? [] : lines, status, snapshot.record_date, 0),
    ...deleted(isVoid ? merged(former, lines) : without(former, lines), isVoid ? 0 : lines.length),
  ]
  const id = createHash('sha256')
    .update(`${delivery.delivery_id} ${delivery.refusals} ${charset} ${body.join('\r')}`)
    .digest('hex')
    .slice(0, 20)
  const head = segment('MSH', {
    1: '^~\\&',
    2: field(destination.sending_application ?? ''),
    3: field(destination.sending_facility ?? ''),
    4: field(destination.receiving_application ?? ''),
    5: field(destination.receiving_facility ?? ''),
    6: instantOf(delivery.created_at),
    8: field('ORU', 'R01', 'ORU_R01'),
    9: id,
    10: 'P',
    11: '2.5',
    17: SENT_CHARSETS[charset].named,
  })
  const text = `${[head, ...body].join('\r')}\r`
  return { id, bytes: SENT_CHARSETS[charset].encode(text) }
}

/** A report that is not current is no result; what says that it is void is needless once a later one is on its way. */
const isOvertaken = (
  { state, report_id }: OutsideReport,
  what: DeliveryRow['what'],
  versions: readonly VersionRow[],
): boolean =>
  what === 'void'
    ? versions.some((version) => version.report_id > report_id && version.planned)
    : state !== 'signed'

async function voidedAt(trx: Trx, oid: string, report_id: string) {
  const voided = (await findWhole(trx, oid, report_id))?.standing.voided
  return voided ? { at: new Date(voided.at), reason: voided.reason } : null
}

const titleOf = ({ snapshot }: OutsideReport) => {
  const { key } = modalityOf(snapshot.diagnosis_class)
  return [key, reportName(key, 'en'), OWN] as const
}

/** All that a report states, its opinion and its document. */
const linesOf = (report: OutsideReport, pdf: Buffer | null): Line[] => [
  {
    of: field('report_no', 'Report number', OWN),
    sub: '',
    type: 'ST',
    value: escaped(report.report_no),
    status: 'told',
  },
  ...statedIn(report).map((stated) => lineOf(report, stated)),
  {
    of: field('opinion', 'Opinion of the clinician', OWN),
    sub: '',
    type: 'TX',
    value: escaped(report.snapshot.opinion),
    status: 'told',
    observer: observerOf(report),
  },
  ...(pdf
    ? [
        {
          of: DOCUMENT,
          sub: '',
          type: 'ED',
          status: 'told' as const,
          value: `^application^pdf^Base64^${pdf.toString('base64')}`,
        },
      ]
    : []),
]
const DOCUMENT = field(...IMAGING)
/** In the place of one that is taken back, whether or not it was sent: nobody knows how the switch stood. */
const NO_PDF = Buffer.alloc(0)

const observerOf = ({ snapshot }: OutsideReport) => field('', snapshot.clinician)

/** The eye stands in the code and in its words too: a system that reads no OBX-4 must not mix two eyes. */
function lineOf(
  report: OutsideReport,
  { key, display, eye, value, note: said, byClinician, method }: Stated,
): Line {
  const of =
    eye === null ? field(key, display, OWN) : field(`${eye}.${key}`, `${eye} ${display}`, OWN)
  const line = { of, sub: eye ?? '', note: said, ...told(value) }
  const by = byClinician ? { observer: observerOf(report) } : { method: field('', method) }
  return {
    ...line,
    ...by,
    note: value.kind === 'absent' ? [value.why, said].filter(Boolean).join('\n') : said,
  }
}

type Told = Pick<Line, 'type' | 'value' | 'units' | 'status'>

function told(value: StatedValue): Told {
  if (value.kind === 'absent') return { type: '', value: '', status: 'absent' }
  if (value.kind === 'flag') {
    const answer = value.value ? ['Y', 'Yes'] : ['N', 'No']
    return { type: 'CWE', value: field(...answer, 'HL70136'), status: 'told' }
  }
  if (value.kind === 'coded') {
    const { code, display, text = '' } = value
    const coded = field(code, display, OWN, '', '', '', '', '', text)
    return { type: 'CWE', value: coded, status: 'told' }
  }
  const units = field(value.code, value.unit, 'UCUM')
  return { type: 'NM', value: String(value.value), units, status: 'told' }
}

/** What was told of a report before: it is deleted where the newer one does not tell it again. */
async function linesOfEarlier(
  trx: Trx,
  oid: string,
  earlier: readonly VersionRow[],
): Promise<Line[]> {
  let all: Line[] = []
  for (const { report_id, planned } of earlier) {
    if (!planned) continue
    const [report] = await findOutside(trx, oid, { report_id }, 1)
    if (report) all = merged(all, linesOf(report, NO_PDF))
  }
  return all
}

const placeOf = ({ of, sub }: Line) => `${of.split('^', 1)[0] ?? ''} ${sub}`
const without = (lines: readonly Line[], others: readonly Line[]): Line[] => {
  const there = new Set(others.map(placeOf))
  return lines.filter((line) => !there.has(placeOf(line)))
}
const merged = (lines: readonly Line[], more: readonly Line[]): Line[] => [
  ...lines,
  ...without(more, lines),
]

const note = (text: string) => segment('NTE', { 1: '1', 2: 'P', 3: escaped(text) })

const obx = (
  lines: readonly Line[],
  status: 'F' | 'C' | 'X',
  day: string,
  before: number,
): string[] =>
  lines.flatMap((line, at) => [
    segment('OBX', {
      1: String(before + at + 1),
      2: line.type,
      3: line.of,
      4: line.sub,
      5: line.value,
      6: line.units ?? '',
      11: line.status === 'absent' ? 'X' : status,
      14: dayOf(day),
      16: line.observer ?? '',
      17: line.method ?? '',
      18: line.method === undefined ? '' : field(`Mingmou ${PRODUCT_VERSION}`),
    }),
    ...(line.note ? [note(line.note)] : []),
  ])

/** Without a value: a system that looks at nothing but the value has none. */
const deleted = (lines: readonly Line[], before: number): string[] =>
  lines.map(({ of, sub, type }, at) =>
    segment('OBX', { 1: String(before + at + 1), 2: type, 3: of, 4: sub, 11: 'D' }),
  )
