import { beginOf, calendarDay } from '@mingmou/contract'
import { HttpProblem } from '../../http/problem.ts'
import type { Given } from './admit.ts'
import type { Asked } from './queries.ts'

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
export const LIMIT = { usual: 25, most: 100, offset: 100_000 }

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

export const wrong = (name: string) => new HttpProblem(400, 'invalid', `${name} cannot be read`)

export function numberOf(
  query: Map<string, string>,
  name: string,
  usual: number,
  most: number,
): number {
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
export const plain = (text: string | undefined) => (text ?? '').replaceAll('*', '').trim()

export const askedBy = (query: Map<string, string>): Asked => ({
  study: (query.get('StudyInstanceUID') ?? '').split(/[,\\]/).filter((uid) => uid !== ''),
  number: plain(query.get('PatientID')),
  name: plainName(query.get('PatientName') ?? ''),
  accession: plain(query.get('AccessionNumber')),
  ...daysOf((query.get('StudyDate') ?? '').trim()),
})

/** Parameters of every search. */
const ALWAYS = ['limit', 'offset', 'includefield', 'accept']

/** A parameter that is not known is not heard, and the answer says so (PS3.18 8.3.1). */
export function warn(
  { reply }: Pick<Given, 'reply'>,
  query: ReadonlyMap<string, string>,
  known: readonly string[],
  isMore = false,
): void {
  const heard = [...ALWAYS, ...known]
  const said = [
    ...(isMore ? ['There are more results: ask with offset'] : []),
    ...([...query.keys()].some((name) => !heard.includes(name))
      ? ['Parameters of the search that are not supported were ignored']
      : []),
  ]
  if (said.length > 0)
    void reply.header('warning', said.map((words) => `299 mingmou "${words}"`).join(', '))
}
