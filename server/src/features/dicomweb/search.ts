import { beginOf, calendarDay } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { HttpProblem } from '../../http/problem.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { withinTime } from '../../platform/database/within-time.ts'
import { said, type JsonDataset } from '../../platform/dicom/json-model.ts'
import { audit } from '../audit/service.ts'
import { personName } from '../destinations/documents.ts'
import type { Given } from './admit.ts'
import { findStudies, type Asked, type StudyRow } from './queries.ts'
import { metadataOf, opened, openStudy } from './study.ts'

/** By their tags, as queries may name them. */
const NAMES: Readonly<Record<string, string>> = {
  '00080020': 'StudyDate',
  '00080050': 'AccessionNumber',
  '00080061': 'ModalitiesInStudy',
  '00080060': 'Modality',
  '00100010': 'PatientName',
  '00100020': 'PatientID',
  '0020000D': 'StudyInstanceUID',
  '0020000E': 'SeriesInstanceUID',
  '00080018': 'SOPInstanceUID',
}
const LIMIT = { usual: 25, most: 100, offset: 100_000 }

export function queryOf({ request }: Pick<Given, 'request'>): Map<string, string> {
  const query = request.query as Record<string, string | string[]>
  return new Map(
    Object.entries(query).map(([given, value]) => {
      const name = NAMES[given.toUpperCase()] ?? given
      const text = Array.isArray(value) ? value.join(',') : value
      if (text.length > VALUE_CHARS || text.includes('\0')) throw wrong(beginOf(name, 40))
      return [name, text]
    }),
  )
}

/** A page of studies by their UIDs has this many characters. */
const VALUE_CHARS = 6500

const wrong = (name: string) => new HttpProblem(400, 'invalid', `${name} cannot be read`)

function numberOf(query: Map<string, string>, name: string, usual: number, most: number): number {
  const text = query.get(name)
  if (text === undefined) return usual
  if (!/^\d{1,6}$/.test(text)) throw wrong(name)
  return Math.min(Number(text), most)
}

const day = (text: string): string => {
  if (text === '') return ''
  const [, year = '', month = '', of = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  const found = calendarDay(year, month, of)
  if (found === undefined) throw wrong('StudyDate')
  return found
}

/** A day, or the first and last of some (PS3.4 C.2.2.2.5). */
function daysOf(text: string): { from: string; to: string } {
  const [from = '', to] = text.split('-')
  return { from: day(from), to: day(to ?? from) }
}

/** Without the signs between the parts of a name, and those that stand for any. */
const plainName = (text: string) => text.replaceAll(/[\^=*?,]+/g, ' ').trim()
const plain = (text: string | undefined) => (text ?? '').replaceAll('*', '').trim()

const askedBy = (query: Map<string, string>): Asked => ({
  study: (query.get('StudyInstanceUID') ?? '').split(/[,\\]/).filter((uid) => uid !== ''),
  number: plain(query.get('PatientID')),
  name: plainName(query.get('PatientName') ?? ''),
  accession: plain(query.get('AccessionNumber')),
  ...daysOf((query.get('StudyDate') ?? '').trim()),
})

/** What our files may be; a search for another kind finds nothing. */
const KINDS = ['OP', 'OT', 'DOC']

/** QIDO-RS, studies (PS3.18 10.6). */
export async function searchStudies(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { caller, reply } = given
  const { actor, ip } = caller
  const query = queryOf(given)
  const limit = Math.max(1, numberOf(query, 'limit', LIMIT.usual, LIMIT.most))
  const offset = numberOf(query, 'offset', 0, LIMIT.offset)
  const kinds = plain(query.get('ModalitiesInStudy')).split(/[,\\]/)
  const isOurs = kinds.some((kind) => kind === '' || KINDS.includes(kind))
  const rows = await withInstitution(ctx.db, actor.oid, async (trx) => {
    const page = { limit: limit + 1, offset }
    const found = () => withinTime(trx, () => findStudies(trx, actor.oid, askedBy(query), page))
    const rows = isOurs ? await found() : []
    const detail = { rows: Math.min(rows.length, limit) }
    await audit(trx, { actor, ip, action: 'dicomweb.search', detail })
    return rows
  })
  if (rows.length > limit)
    void reply.header('warning', '299 mingmou "There are more results: ask with offset"')
  return answer(
    given,
    rows.slice(0, limit).map((row) => studyJson(base, row)),
  )
}

export function answer({ reply }: Given, found: readonly JsonDataset[]): unknown {
  return reply.type('application/dicom+json; charset=utf-8').send(JSON.stringify(found))
}

function studyJson(base: string, row: StudyRow): JsonDataset {
  const [Alphabetic = '', Ideographic = ''] = personName(row.name).split('=')
  const name = { Alphabetic, ...(Ideographic !== '' && { Ideographic }) }
  const kind = row.modality === 'fundus' ? 'OP' : 'OT'
  return {
    '00080005': said('CS', 'ISO_IR 192'),
    '00080020': said('DA', row.record_date.replaceAll('-', '')),
    '00080030': said('TM'),
    '00080050': said('SH', row.accession),
    '00080056': said('CS', 'ONLINE'),
    '00080061': said('CS', kind, ...(row.reports > 0 ? ['DOC'] : [])),
    '00081190': said('UR', `${base}/studies/${row.study_uid}`),
    '00100010': said('PN', name),
    '00100020': said('LO', row.number),
    '00100030': said('DA', row.birthday.replaceAll('-', '')),
    '00100040': said('CS', row.gender === 1 ? 'M' : 'F'),
    '0020000D': said('UI', row.study_uid),
    '00200010': said('SH'),
    '00201208': said('IS', row.images + row.reports),
  }
}

/** What is answered of an instance, and of a series. */
const OF_INSTANCE = ['00080005', '00080016', '00080018', '00080060', '0020000D', '0020000E']
const MORE = ['00200013', '00200062', '00280008', '00280010', '00280011', '00280100', '00420010']
const OF_SERIES = ['00080005', '00080060', '0020000D', '0020000E', '00200011', '00200060']

const only = (found: JsonDataset, tags: readonly string[]): JsonDataset =>
  Object.fromEntries(Object.entries(found).filter(([tag]) => tags.includes(tag)))

const isAsked = (query: Map<string, string>, found: JsonDataset) =>
  [
    ['Modality', '00080060'],
    ['SeriesInstanceUID', '0020000E'],
    ['SOPInstanceUID', '00080018'],
  ].every(([name = '', tag = '']) => {
    const wanted = plain(query.get(name))
    const value = found[tag]?.Value?.[0]
    return wanted === '' || (typeof value === 'string' && wanted.split(',').includes(value))
  })

/** QIDO-RS, instances of a study or series. */
export async function searchInstances(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { study = '', series } = given.at
  const query = queryOf(given)
  const found: JsonDataset[] = []
  for await (const one of opened(await openStudy(ctx, given.caller, study), { series })) {
    const metadata = metadataOf(base, study, one)
    if (!isAsked(query, metadata)) continue
    const at = `${base}/studies/${study}/series/${one.series}/instances/${one.instance.uid}`
    found.push({ ...only(metadata, [...OF_INSTANCE, ...MORE]), '00081190': said('UR', at) })
  }
  return answer(given, pageOf(query, found))
}

/** QIDO-RS, series of a study. */
export async function searchSeries(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { study = '' } = given.at
  const query = queryOf(given)
  const all = new Map<string, { first: JsonDataset; count: number }>()
  for await (const one of opened(await openStudy(ctx, given.caller, study), {})) {
    const before = all.get(one.series)
    const first = before?.first ?? metadataOf(base, study, one)
    all.set(one.series, { first, count: (before?.count ?? 0) + 1 })
  }
  const found = [...all].map(([uid, { first, count }]) => ({
    ...only(first, OF_SERIES),
    '00081190': said('UR', `${base}/studies/${study}/series/${uid}`),
    '00201209': said('IS', count),
  }))
  return answer(
    given,
    pageOf(
      query,
      found.filter((one) => isAsked(query, one)),
    ),
  )
}

function pageOf(query: Map<string, string>, found: readonly JsonDataset[]): JsonDataset[] {
  const offset = numberOf(query, 'offset', 0, LIMIT.offset)
  return found.slice(offset, offset + numberOf(query, 'limit', LIMIT.most, LIMIT.most))
}
