import type { Scope } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findByNumber } from '../patients/by-number.ts'
import { first, idOf, numberOf, patientIdOf, type Asked } from './parameters.ts'
import { numbersOf, type Resource } from './resource.ts'

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

/** A type that is searched. `find` gives one more than the page holds where there is more. */
export interface Searchable {
  type: string
  scope: Scope
  parameters: readonly string[]
  find: (search: Search) => Promise<Resource[]>
  /** How many there are on all pages; null where only reading them all would tell. */
  count: ((search: Search) => Promise<number>) | null
}

export const OF_PATIENT = ['patient', 'subject', 'patient.identifier']

/** Where a page goes on: after this one. Of an observation its report is said too. */
export const cursorFrom = (type: string, { id }: Resource): string =>
  type === 'Observation' ? `${id.split('.')[0] ?? ''}~${id}` : id

/** Of a photograph: its sitting, and its place in it. */
export interface Place {
  rid: string
  image_index: number
}

/** Null of what is no id of a photograph. */
export function photographIn(id: string): Place | null {
  const [sitting = '', index = ''] = id.split('.')
  const rid = idOf(sitting)
  if (rid === null || !/^(0|[1-9]\d{0,3})$/.test(index) || id !== `${sitting}.${index}`) return null
  return { rid, image_index: Number(index) }
}

/** Whether a search of this type may go on there. */
export function isCursor(type: string, text: string): boolean {
  if (type === 'Media') return photographIn(text) !== null
  return idOf(type === 'Observation' ? (text.split('~')[0] ?? '') : text) !== null
}

/** The patient that a search names; null where it names nobody of this institution. */
export async function patientOf({ trx, oid, asked }: Search): Promise<{ pid?: string } | null> {
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
export const idIn = (asked: Asked): string | null | undefined => {
  const text = first(asked, '_id')
  return text === undefined ? undefined : idOf(text)
}

/** What a search asks for, found and counted; null: nothing fits. */
export function searched<Wanted>(
  wantedOf: (search: Search) => Promise<Wanted | null>,
  find: (search: Search, wanted: Wanted) => Promise<Resource[]>,
  count: (search: Search, wanted: Wanted) => Promise<number>,
): Pick<Searchable, 'find' | 'count'> {
  const of =
    <Found>(nothing: Found, work: (search: Search, wanted: Wanted) => Promise<Found>) =>
    async (search: Search) => {
      const wanted = await wantedOf(search)
      return wanted === null ? nothing : work(search, wanted)
    }
  return { find: of<Resource[]>([], find), count: of(0, count) }
}
