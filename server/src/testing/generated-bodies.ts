import {
  CardNumber,
  ComingDate,
  Email,
  Id,
  NewPassword,
  PastDate,
  PersonName,
  Phone,
  SearchDate,
  today,
  Username,
} from '@mingmou/contract'
import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

/** Values for the fields of a call, by name: ids of records that are there. */
export type Pool = Readonly<Record<string, string>>

type Json = unknown

/** A day of the last three years, as most of a clinic's days are. */
const day = fc
  .integer({ min: 0, max: 1000 })
  .map((days) => today(new Date(Date.now() - days * 86_400_000)))

/** Texts whose form the schema checks by a function, which no generator can read. */
const KNOWN = new Map<unknown, Arbitrary<Json>>([
  [CardNumber, fc.stringMatching(/^[A-Za-z0-9-]{1,32}$/)],
  [
    ComingDate,
    fc.integer({ min: 0, max: 60 }).map((days) => today(new Date(Date.now() + days * 86_400_000))),
  ],
  [Email, fc.emailAddress({ size: 'small' })],
  [NewPassword, fc.stringMatching(/^[a-z]{6,12}[0-9]{2,4}$/)],
  [PastDate, day],
  [PersonName, fc.constantFrom('演示甲', '欧阳演示', 'O Demo')],
  [Phone, fc.constantFrom('13800138000', '010-88886666', '+86 13800138000')],
  [SearchDate, fc.oneof(day, fc.constant(''))],
  [Username, fc.stringMatching(/^[A-Za-z0-9]{1,32}$/)],
])

/** What no form sends. */
const hostile: Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    ...[null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, -1e308, '', ' ', '0', 'null', '__proto__'],
    ...['\0', 'a\ud800', '\u202e', "' or 1=1 --", '%_\\', '=1+1', '../../etc', '{}', '\r\nX: 1'],
    ...[
      '2024-02-30',
      '0000-00-00',
      '9999-12-31',
      '١٢٣',
      'NaN',
      'a'.repeat(5000),
      '眼'.repeat(9000),
    ],
    ...[[], [[]], [null], {}, Array.from({ length: 300 }, () => 0)],
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1)])

/** Bodies of a call: whole ones, ones with some fields of another kind, and no bodies at all. */
export function bodiesOf(schema: z.ZodType, pool: Pool): Arbitrary<Json> {
  const whole = valueOf(schema, '', pool)
  return fc.oneof(
    { weight: 4, arbitrary: whole },
    {
      weight: 4,
      arbitrary: fc.tuple(whole, fc.infiniteStream(fc.tuple(fc.nat(), hostile))).map(spoilt),
    },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), hostile, { maxKeys: 20 }) },
    { weight: 1, arbitrary: fc.oneof(hostile, fc.constant(nested(1000))) },
  )
}

/** One to three fields of the body hold something else, or are one too many. */
function spoilt([body, others]: [Json, Iterable<[number, Json]>]): Json {
  if (typeof body !== 'object' || body === null) return body
  const names = Object.keys(body)
  const changed: Record<string, Json> = { ...body }
  for (const [place, value] of others) {
    const name = names[place % (names.length + 1)] ?? `other${place}`
    changed[name] = value
    if (place % 3 === 0) break
  }
  return changed
}

const LEFT_OUT = fc.constant(undefined)

/** Values that fit a schema, but for checks that only a function knows. */
function valueOf(schema: unknown, name: string, pool: Pool): Arbitrary<Json> {
  const known = KNOWN.get(schema)
  if (known !== undefined) return known
  const within = (inner: unknown) => valueOf(inner, name, pool)
  if (schema === Id || name === 'report_id') return idOf(name, pool)
  if (schema instanceof z.ZodObject) return objectOf(schema, pool)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return fc.oneof(LEFT_OUT, LEFT_OUT, within(schema.unwrap()))
  }
  if (schema instanceof z.ZodNullable) return fc.option(within(schema.unwrap()))
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(within))
  if (schema instanceof z.ZodPipe) return within(schema.in)
  if (schema instanceof z.ZodArray) return fc.array(within(schema.element), { maxLength: 4 })
  if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map(within))
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (schema instanceof z.ZodString) return textOf(schema, name, pool)
  return fc.jsonValue({ maxDepth: 2 })
}

function objectOf({ shape }: z.ZodObject, pool: Pool): Arbitrary<Json> {
  const fields = Object.entries(shape).map(([name, field]) => [name, valueOf(field, name, pool)])
  return fc.record(Object.fromEntries(fields) as Record<string, Arbitrary<Json>>)
}

/** Mostly the id of a record of that name, sometimes of another one, sometimes nobody's. */
function idOf(name: string, pool: Pool): Arbitrary<Json> {
  const ids = Object.values(pool)
  const own = pool[name]
  return fc.oneof(
    { weight: 5, arbitrary: own === undefined ? fc.constantFrom(...ids) : fc.constant(own) },
    { weight: 1, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
  )
}

function numberOf({ minValue, maxValue, format }: z.ZodNumber): Arbitrary<Json> {
  const min = Math.ceil(Math.max(minValue ?? -1000, -(2 ** 31)))
  const max = Math.floor(Math.min(maxValue ?? 1000, 2 ** 31))
  const small = fc.integer({ min, max: Math.max(min, Math.min(max, 5)) })
  const whole = fc.oneof(small, small, fc.integer({ min, max }))
  return format === 'safeint' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }))
}

function textOf(schema: z.ZodString, name: string, pool: Pool): Arbitrary<Json> {
  const own = pool[name]
  const pattern = [...(schema._zod.bag.patterns ?? [])].at(0)
  const minLength = schema.minLength ?? 0
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 40, 300))
  const texts = [
    ...[fc.string({ unit: 'grapheme-ascii', minLength, maxLength }), fc.constant('演示')],
    fc.string({ unit: 'grapheme-composite', minLength, maxLength: Math.ceil(maxLength / 4) }),
  ]
  const any = fc.oneof(...texts, ...(pattern === undefined ? [] : [fc.stringMatching(pattern)]))
  return own === undefined ? any : fc.oneof(fc.constant(own), any)
}
