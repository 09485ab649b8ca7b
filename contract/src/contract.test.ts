import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  addPatient,
  BODY_BYTES,
  CALLS,
  Email,
  fieldMessages,
  filter,
  MESSAGE_KEYS,
  NewPassword,
  PastDate,
  PersonName,
  Phone,
  required,
  rootFontSize,
  text,
  today,
  Username,
  type Call,
} from './index.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** The message a person reads for a value. */
function messageFor(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return undefined
  return text('zh-CN', Object.values(fieldMessages(result.error.issues))[0] ?? '')
}

interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  maxLength?: number
  maxItems?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | false
  anyOf?: JsonSchema[]
}
const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // One of several shapes, by a field that names it: a choice like any other.
    override: ({ jsonSchema }) => {
      if (jsonSchema.oneOf) jsonSchema.anyOf = jsonSchema.oneOf
    },
  }) as JsonSchema
const BODIES = CALLS.map((call) => [call.path, schemaOf(call.body), call] as const)
const isChoice = ({ const: one, enum: several }: JsonSchema) => (one ?? several) !== undefined
const LARGEST_NUMBER = 2 ** 31 - 1

/** What of a body may be as long or as large as its sender likes. */
function unbounded(schema: JsonSchema, name: string): string[] {
  const { items, properties = {}, additionalProperties: more, anyOf = [] } = schema
  return [
    ...(isChoice(schema) || isBounded(schema) ? [] : [name]),
    ...anyOf.flatMap((choice) => unbounded(choice, name)),
    ...(items ? unbounded(items, `${name} []`) : []),
    ...Object.entries(properties).flatMap(([key, field]) => unbounded(field, `${name} ${key}`)),
    ...(more ? unbounded(more, `${name} *`) : []),
  ]
}

function isBounded({ type, anyOf, ...schema }: JsonSchema): boolean {
  if (type === 'string') return schema.maxLength !== undefined
  if (type === 'array') return schema.maxItems !== undefined
  if (type === 'object') return schema.additionalProperties === false
  if (type === 'integer' || type === 'number') {
    const least = schema.minimum ?? schema.exclusiveMinimum ?? -Infinity
    return least >= -LARGEST_NUMBER && (schema.maximum ?? Infinity) <= LARGEST_NUMBER
  }
  return type === 'boolean' || type === 'null' || anyOf !== undefined
}

/** Bytes of the largest JSON; a character may be written as six. */
function largest(schema: JsonSchema): number {
  const { properties = {}, items, maxItems = NaN, maxLength = NaN, anyOf } = schema
  if (isChoice(schema)) return JSON.stringify(schema.enum ?? schema.const).length
  if (anyOf) return Math.max(...anyOf.map(largest))
  if (schema.type === 'string') return 2 + 6 * maxLength
  if (items) return 2 + maxItems * (1 + largest(items))
  const fields = Object.entries(properties)
  if (schema.type !== 'object') return 24
  return 2 + fields.reduce((sum, [name, field]) => sum + name.length + 4 + largest(field), 0)
}

/** The fields of a body that take text, each with a body that has one there. */
function textsOf(body: z.ZodType): [string, (text: string) => unknown][] {
  return Object.entries(schemaOf(body).properties ?? {}).flatMap(([name, field]) => {
    const takes = (schema: JsonSchema) => [schema, ...(schema.anyOf ?? [])]
    const put: [string, (text: string) => unknown][] = []
    if (takes(field).some(({ type }) => type === 'string')) {
      put.push([name, (text) => ({ [name]: text })])
    }
    if (field.items && takes(field.items).some(({ type }) => type === 'string')) {
      put.push([name, (text) => ({ [name]: [text] })])
    }
    return put
  })
}

describe('fields', () => {
  test.each(['a@b.cn', 'zhang.san+eye@clinic.example.com'])('%s is an e-mail address', (value) => {
    expect(accepts(Email, value)).toBe(true)
  })
  test.each(['a@b', 'a b@c.cn', '@c.cn', 'a@-c.cn', 'a@@c.cn'])('%s is none', (value) => {
    expect(messageFor(Email, value)).toBe('邮箱格式不正确')
  })
  test('an e-mail address has 254 characters at most', () => {
    const address = (labels: number) => `${'a'.repeat(64)}@${'b.'.repeat(labels)}com`
    expect(address(93)).toHaveLength(254)
    expect(accepts(Email, address(93))).toBe(true)
    expect(messageFor(Email, address(94))).toBe('邮箱格式不正确')
  })
  test.each([
    '13800138000',
    '+86 13800138000',
    '010-88886666',
    '0571-8888666-12',
    '88886666',
    '+8613800138000',
  ])('%s is a telephone number', (value) => {
    expect(accepts(Phone, value)).toBe(true)
  })
  test.each(['12800138000', '1380013800', 'abc', '138001380001', '110'])('%s is none', (value) => {
    expect(messageFor(Phone, value)).toBe('请输入合法的移动电话或固定电话号码')
  })
  test.each(['张三', '阿依古丽·买买提', 'Anna-Maria Li'])('%s is a name', (value) => {
    expect(accepts(PersonName, value)).toBe(true)
  })
  test.each(['张三1', '张'.repeat(41), '<b>'])('%s is no name', (value) => {
    expect(messageFor(PersonName, value)).toContain('不超过40个字符')
  })
  test('a user name has 1-32 letters and digits', () => {
    expect(accepts(Username, 'Ab3')).toBe(true)
    expect(messageFor(Username, 'a_b')).toBe('支持大小写字母和数字。不超过32个字符')
    expect(messageFor(Username, 'a'.repeat(33))).toBe('支持大小写字母和数字。不超过32个字符')
  })
  test.each(['abcdefg1', 'ABCDEFGh', '1234567!', '密码abcd12'])('%s may be a password', (value) => {
    expect(accepts(NewPassword, value)).toBe(true)
  })
  test.each(['abcdefgh', '12345678', 'abc 1234', 'abc123', 'abcdefghijklmno12'])(
    '%s may not',
    (value) => {
      expect(messageFor(NewPassword, value)).toBe(
        '8-16位，至少包含大写字母、小写字母、数字及特殊字符中的两种',
      )
    },
  )
  test('a date is a real day, not later than today in Shanghai', () => {
    expect(accepts(PastDate, today())).toBe(true)
    expect(messageFor(PastDate, '2023-02-29')).toBe('日期格式应为 YYYY-MM-DD')
    expect(messageFor(PastDate, today(new Date(Date.now() + 86_400_000)))).toBe('日期不能晚于今天')
    expect(today(new Date('2026-01-01T17:00:00Z'))).toBe('2026-01-02')
  })
})

describe('validation messages', () => {
  test('name every field that is missing, unknown, too long or of the wrong type', () => {
    const result = addPatient.body.safeParse(
      { name: '', gender: 3, address: 'a'.repeat(129), phone: 5, surprise: 1 },
      { reportInput: true },
    )
    expect(fieldMessages(result.error?.issues ?? [])).toMatchObject({
      ad_card_number: 'required',
      name: 'required',
      gender: 'not_allowed',
      address: 'max_chars|128',
      phone: 'wrong_type',
      surprise: 'unknown_field',
    })
  })
  test('name the first ten of many unknown fields, and of a long name its beginning', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, n]))
    const given = { ['x'.repeat(50_000)]: 1, ...many }
    const { error } = addPatient.body.safeParse(given, { reportInput: true })
    const fields = Object.entries(fieldMessages(error?.issues ?? []))
    const unknown = fields
      .filter(([, message]) => message === 'unknown_field')
      .map(([name]) => name)
    expect(unknown).toEqual(['x'.repeat(64), ...Array.from({ length: 9 }, (_, n) => `field${n}`)])
    expect(fields.length).toBeGreaterThan(10)
  })
  test('every message is there in both languages, and no language leaks into the other', () => {
    for (const key of MESSAGE_KEYS) {
      expect(text('zh-CN', key)).toMatch(/\p{Script=Han}/u)
      expect(text('en', key)).not.toMatch(/\p{Script=Han}/u)
    }
    expect(text('zh-CN', 'max_chars|64')).toBe('不超过64个字符')
  })
})

describe('calls', () => {
  test('have each a path of their own', () => {
    const paths = CALLS.map((call) => `${call.method} ${call.path}`)
    expect(paths.length).toBeGreaterThan(25)
    expect(new Set(paths).size).toBe(paths.length)
  })
  test('have each a bound for every text, list and number of their bodies', () => {
    expect(BODIES.flatMap(([call, body]) => unbounded(body, call))).toEqual([])
    const loose = { name: z.string(), rows: z.array(z.int()), more: z.record(z.string(), z.any()) }
    expect(unbounded(schemaOf(z.strictObject(loose)), 'one')).toEqual([
      'one name',
      'one rows',
      'one rows []',
      'one more',
      'one more *',
    ])
  })
  test('take no body that is larger than the server reads', () => {
    const sizes = BODIES.map(
      ([path, body, { bodyBytes = BODY_BYTES }]) => [path, largest(body), bodyBytes] as const,
    )
    expect(sizes.filter(([, bytes, limit]) => !(bytes <= limit))).toEqual([])
    const larger = CALLS.filter(({ bodyBytes }) => bodyBytes !== undefined)
    expect(larger.map(({ path }) => path.split('/').at(-1))).toEqual([
      ...['add', 'set'],
      ...['bring'],
      ...['create', 'create', 'create'],
      ...['draw', 'draw', 'draw'],
      ...['readTable'],
      ...['set', 'drop'],
      ...['upload', 'drop'],
    ])
    expect(larger.every(({ access }) => Array.isArray(access))).toBe(true)
  })
  test('refuse by its field every text with a character that cannot be kept', () => {
    const taken = CALLS.flatMap(({ path, body }) =>
      textsOf(body).flatMap(([field, put]) =>
        ['a\0b', 'a\ud800', '\udc00b'].flatMap((bad) => {
          const parsed = body.safeParse(put(bad), { reportInput: true })
          const fields = Object.keys(fieldMessages(parsed.error?.issues ?? []))
          return fields.some((name) => name.startsWith(field)) ? [] : [`${path} ${field}`]
        }),
      ),
    )
    expect(taken).toEqual([])
    expect(messageFor(required(9), 'a\0b')).toBe('含有无法保存的字符')
    expect(messageFor(filter(9), 'a\ud800')).toBe('含有无法保存的字符')
    expect(accepts(filter(9), '👁 眼')).toBe(true)
  })
  test('refuse unknown fields, every one of them', () => {
    const loose = CALLS.filter((call: Call) => {
      const result = call.body.safeParse({ no_such_field: 1 })
      return result.success || !result.error.issues.some((i) => i.code === 'unrecognized_keys')
    })
    expect(loose.map((call) => call.path)).toEqual([])
  })
})

test('the root font size follows the width', () => {
  expect([1366, 1392, 1600, 1920].map(rootFontSize)).toEqual([87, 87, 100, 120])
})
