import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  addPatient,
  CALLS,
  Email,
  fieldMessages,
  MESSAGE_KEYS,
  NewPassword,
  PastDate,
  PersonName,
  Phone,
  rootFontSize,
  text,
  today,
  Username,
  type Call,
} from './index.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** The message a person reads for a value. */
function told(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return undefined
  return text('zh-CN', Object.values(fieldMessages(result.error.issues))[0] ?? '')
}

describe('fields', () => {
  test.each(['a@b.cn', 'zhang.san+eye@clinic.example.com'])('%s is an e-mail address', (value) => {
    expect(accepts(Email, value)).toBe(true)
  })
  test.each(['a@b', 'a b@c.cn', '@c.cn', 'a@-c.cn', 'a@@c.cn'])('%s is none', (value) => {
    expect(told(Email, value)).toBe('邮箱格式不正确')
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
    expect(told(Phone, value)).toBe('请输入合法的移动电话或固定电话号码')
  })
  test.each(['张三', '阿依古丽·买买提', 'Anna-Maria Li'])('%s is a name', (value) => {
    expect(accepts(PersonName, value)).toBe(true)
  })
  test.each(['张三1', '张'.repeat(41), '<b>'])('%s is no name', (value) => {
    expect(told(PersonName, value)).toContain('不超过40个字符')
  })
  test('a user name has 1-32 letters and digits', () => {
    expect(accepts(Username, 'Ab3')).toBe(true)
    expect(told(Username, 'a_b')).toBe('支持大小写字母和数字。不超过32个字符')
    expect(told(Username, 'a'.repeat(33))).toBe('支持大小写字母和数字。不超过32个字符')
  })
  test.each(['abcdefg1', 'ABCDEFGh', '1234567!', '密码abcd12'])('%s may be a password', (value) => {
    expect(accepts(NewPassword, value)).toBe(true)
  })
  test.each(['abcdefgh', '12345678', 'abc 1234', 'abc123', 'abcdefghijklmno12'])(
    '%s may not',
    (value) => {
      expect(told(NewPassword, value)).toBe(
        '8-16位，至少包含大写字母、小写字母、数字及特殊字符中的两种',
      )
    },
  )
  test('a date is a real day, not later than today in Shanghai', () => {
    expect(accepts(PastDate, today())).toBe(true)
    expect(told(PastDate, '2023-02-29')).toBe('日期格式应为 YYYY-MM-DD')
    expect(told(PastDate, today(new Date(Date.now() + 86_400_000)))).toBe('日期不能晚于今天')
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
    const paths = CALLS.map((one) => `${one.method} ${one.path}`)
    expect(paths.length).toBeGreaterThan(25)
    expect(new Set(paths).size).toBe(paths.length)
  })
  test('refuse unknown fields, every one of them', () => {
    const loose = CALLS.filter((one: Call) => {
      const result = one.body.safeParse({ no_such_field: 1 })
      return result.success || !result.error.issues.some((i) => i.code === 'unrecognized_keys')
    })
    expect(loose.map((one) => one.path)).toEqual([])
  })
})

test('the root font size follows the width', () => {
  expect([1366, 1392, 1600, 1920].map(rootFontSize)).toEqual([87, 87, 100, 120])
})
