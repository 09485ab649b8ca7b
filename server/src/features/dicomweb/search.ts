import { askedName } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { withinTime } from '../../platform/database/within-time.ts'
import { said, type JsonDataset } from '../../platform/dicom/json-model.ts'
import { audit } from '../audit/service.ts'
import { personName } from '../destinations/documents.ts'
import type { Given } from './admit.ts'
import { askedBy, LIMIT, numberOf, plain, queryOf, warn } from './asked.ts'
import { fieldsOf, included } from './included.ts'
import { findStudies, type StudyRow } from './queries.ts'
import { metadataOf, opened, openStudy } from './study.ts'

/** What our files may be; a search for another kind finds nothing. */
const KINDS = ['OP', 'OT', 'DOC']

/** QIDO-RS, studies (PS3.18 10.6). */
export async function searchStudies(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { actor, ip } = given.caller
  const query = queryOf(given)
  fieldsOf(query)
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
  warn(given, query, OF_STUDIES, rows.length > limit)
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
    '00080090': said('PN'),
    '00081030': said('LO', askedName(row.modality)),
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

const OF_STUDIES = [
  'PatientName',
  'PatientID',
  'StudyDate',
  'StudyInstanceUID',
  'AccessionNumber',
  'ModalitiesInStudy',
  'fuzzymatching',
]
const OF_SERIES = { Modality: '00080060', SeriesInstanceUID: '0020000E' }
const OF_INSTANCES = { ...OF_SERIES, SOPInstanceUID: '00080018' }

const isAsked = (
  query: Map<string, string>,
  found: JsonDataset,
  tags: Readonly<Record<string, string>>,
) =>
  Object.entries(tags).every(([name, tag]) => {
    const wanted = plain(query.get(name))
    const value = found[tag]?.Value?.[0]
    return wanted === '' || (typeof value === 'string' && wanted.split(',').includes(value))
  })

/** QIDO-RS, instances of a study or series. */
export async function searchInstances(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { study = '', series } = given.at
  const query = queryOf(given)
  const fields = included(query, 'instance')
  const found: JsonDataset[] = []
  for await (const file of opened(await openStudy(ctx, given.caller, study), { series })) {
    const metadata = metadataOf(base, study, file)
    if (!isAsked(query, metadata, OF_INSTANCES)) continue
    const at = `${base}/studies/${study}/series/${file.series}/instances/${file.instance.uid}`
    found.push({ ...fields(metadata), '00081190': said('UR', at) })
  }
  warn(given, query, Object.keys(OF_INSTANCES))
  return answer(given, pageOf(query, found))
}

/** QIDO-RS, series of a study. */
export async function searchSeries(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { study = '' } = given.at
  const query = queryOf(given)
  const fields = included(query, 'series')
  const all = new Map<string, { first: JsonDataset; count: number }>()
  for await (const file of opened(await openStudy(ctx, given.caller, study), {})) {
    const before = all.get(file.series)
    const first = before?.first ?? metadataOf(base, study, file)
    all.set(file.series, { first, count: (before?.count ?? 0) + 1 })
  }
  const found = [...all].map(([uid, { first, count }]) => ({
    ...fields(first),
    '00081190': said('UR', `${base}/studies/${study}/series/${uid}`),
    '00201209': said('IS', count),
  }))
  warn(given, query, Object.keys(OF_SERIES))
  return answer(
    given,
    pageOf(
      query,
      found.filter((row) => isAsked(query, row, OF_SERIES)),
    ),
  )
}

function pageOf(query: Map<string, string>, found: readonly JsonDataset[]): JsonDataset[] {
  const offset = numberOf(query, 'offset', 0, LIMIT.offset)
  return found.slice(offset, offset + numberOf(query, 'limit', LIMIT.most, LIMIT.most))
}
