import { beginOf, calendarDay } from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { HttpProblem } from '../../http/problem.ts'

/** What a search asks for: each parameter may stand several times, and all of them have to fit. */
export type Asked = ReadonlyMap<string, readonly string[]>

export const wrong = (name: string): HttpProblem =>
  new HttpProblem(400, 'invalid', `The value of ${name} is not understood`)

/** Paging and form of the answer, which every search has. */
const ALWAYS = ['_count', '_cursor', '_format', '_id', '_include', '_lastUpdated', '_total']
const VALUE_CHARS = 200

/** Only what a type is searched by; under `handling=strict` anything else is refused. */
export function readAsked(
  given: URLSearchParams,
  known: readonly string[],
  prefer: string | string[] | undefined,
): Asked {
  const asked = new Map<string, string[]>()
  for (const [name, value] of given) {
    if (!known.includes(name) && !ALWAYS.includes(name)) {
      if (/handling=strict/.test(String(prefer ?? '')))
        throw new HttpProblem(400, 'invalid', `The parameter ${beginOf(name, 40)} is not supported`)
      continue
    }
    if (value.length > VALUE_CHARS || value.includes('\0')) throw wrong(name)
    if (value !== '') asked.set(name, [...(asked.get(name) ?? []), value])
  }
  return asked
}

export const queryOf = ({ url }: FastifyRequest) => new URL(url, 'http://here').searchParams

/** The address that asks for the same, from a cursor on. */
export function addressOf(address: string, asked: Asked, cursor?: string): string {
  const pairs = [...asked].flatMap(([name, values]) =>
    name === '_cursor' ? [] : values.map((value) => [name, value] as [string, string]),
  )
  if (cursor !== undefined) pairs.push(['_cursor', cursor])
  const query = new URLSearchParams(pairs).toString()
  return query === '' ? address : `${address}?${query}`
}

/** What changed since a moment is asked for, as a search asks for it. */
export function sinceOf(asked: Asked): Map<string, readonly string[]> {
  const since = first(asked, '_since')
  if (since === undefined) return new Map()
  if (!/^\d/.test(since)) throw wrong('_since')
  spanOf('_since', since)
  return new Map([['_lastUpdated', [`ge${since}`]]])
}

export const first = (asked: Asked, name: string): string | undefined => asked.get(name)?.[0]

const MOST = 100
const USUAL = 25

export function countOf(asked: Asked): number {
  const text = first(asked, '_count')
  if (text === undefined) return USUAL
  if (!/^\d{1,6}$/.test(text)) throw wrong('_count')
  return Math.min(Math.max(Number(text), 1), MOST)
}

/** Whether it is to be said how many there are on all pages. An estimate is not quicker here. */
export function isCounted(asked: Asked): boolean {
  const text = first(asked, '_total') ?? 'none'
  if (!['none', 'estimate', 'accurate'].includes(text)) throw wrong('_total')
  return text !== 'none'
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id of ours; null for any other text, which is nothing's id. */
export const idOf = (text: string): string | null => (UUID.test(text) ? text : null)

/** `Patient/[id]` or the id alone. */
export const patientIdOf = (text: string): string | null => idOf(text.replace(/^Patient\//, ''))

/** `system|value` or a value alone; null where the system is another one. */
export function numberOf(token: string, system: string): string | null {
  const at = token.lastIndexOf('|')
  if (at < 0) return token
  const named = token.slice(0, at)
  return named === '' || named === system ? token.slice(at + 1) : null
}

const DATE =
  /^(eq|ge|gt|le|lt)?(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,6})?))?(Z|[+-]\d{2}:\d{2}))?$/

interface Span {
  prefix: string
  from: Date
  to: Date
}

/** A day is one of Asia/Shanghai. */
function spanOf(name: string, text: string): Span {
  const [, prefix = 'eq', year = '', month = '', day = '', minute, second, zone] =
    DATE.exec(text) ?? []
  const date = calendarDay(year, month, day)
  if (date === undefined) throw wrong(name)
  if (minute === undefined) {
    const from = new Date(`${date}T00:00:00+08:00`)
    return { prefix, from, to: new Date(from.getTime() + 86_400_000) }
  }
  const from = new Date(`${date}T${minute}:${second ?? '00'}${zone ?? 'Z'}`)
  if (Number.isNaN(from.getTime())) throw wrong(name)
  return { prefix, from, to: new Date(from.getTime() + (second === undefined ? 60_000 : 1)) }
}

/** The conditions of a parameter on a time. */
export const timesOf = (
  asked: Asked,
  name: string,
  column: RawBuilder<unknown>,
): RawBuilder<boolean>[] =>
  (asked.get(name) ?? []).map((text) => {
    const { prefix, from, to } = spanOf(name, text)
    if (prefix === 'ge') return sql<boolean>`${column} >= ${from}`
    if (prefix === 'gt') return sql<boolean>`${column} >= ${to}`
    if (prefix === 'lt') return sql<boolean>`${column} < ${from}`
    if (prefix === 'le') return sql<boolean>`${column} < ${to}`
    return sql<boolean>`(${column} >= ${from} AND ${column} < ${to})`
  })

/** The earliest time that a parameter lets through; null where it has no beginning. */
export function beginningOf(asked: Asked, name: string): Date | null {
  const begun = (asked.get(name) ?? []).flatMap((text) => {
    const { prefix, from, to } = spanOf(name, text)
    return prefix === 'lt' || prefix === 'le' ? [] : [prefix === 'gt' ? to : from]
  })
  return begun.length === 0 ? null : new Date(Math.max(...begun.map(Number)))
}

/** The conditions of a parameter on a calendar day. */
export const daysOf = (
  asked: Asked,
  name: string,
  column: RawBuilder<unknown>,
): RawBuilder<boolean>[] =>
  (asked.get(name) ?? []).map((text) => {
    const [, prefix = 'eq', year = '', month = '', day = ''] = DATE.exec(text) ?? []
    const date = calendarDay(year, month, day)
    if (date === undefined) throw wrong(name)
    const by = { eq: sql`=`, ge: sql`>=`, gt: sql`>`, le: sql`<=`, lt: sql`<` }[prefix] ?? sql`=`
    return sql<boolean>`${column} ${by} ${date}::date`
  })
