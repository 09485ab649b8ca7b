import { describe, expect, test } from 'vitest'
import { answerTo } from './answer.ts'
import { decodeMessage } from './charset.ts'
import { encodeGb18030 } from './gb18030.ts'
import { parseMessage } from './message.ts'
import { framed, mllpReader } from './mllp.ts'
import { escaped, field, segment } from './write.ts'

test('every sign that a name may have has a code in GB18030', () => {
  const decoder = new TextDecoder('gb18030')
  const points = [...Array(0x30000).keys()].filter((point) => point !== 0xfeff && point !== 0xfffd)
  // Surrogates are no signs, and nobody shares what stands in the private areas.
  const text = points
    .filter((point) => point < 0xd800 || point > 0xf8ff)
    .map((point) => String.fromCodePoint(point))
    .join('')
  expect(decoder.decode(encodeGb18030(text)) === text).toBe(true)
})

test('what is written is read as it was, whatever signs it has', () => {
  const words = ['a|b', 'c^d&e~f', 'g\\h', '甲\n乙']
  const lines = [
    'MSH|^~\\&|A',
    segment('OBX', { 2: 'TX', 3: field(...words), 5: escaped('x\r\ny\0') }),
  ]
  const [, read] = parseMessage(lines.join('\r'), 'utf-8') ?? []
  expect([1, 2, 3, 4].map((part) => read?.text(3, part))).toEqual(words)
  expect(read?.text(5)).toBe('x\ny')
  expect(lines[1]?.split('|')).toHaveLength(6)
})

describe('the reader of frames', () => {
  const message = (text: string) => framed(Buffer.from(text))

  test('finds the same messages however their bytes come', () => {
    const bytes = Buffer.concat([message('MSH|one'), Buffer.from('\r\n'), message('MSH|two')])
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const read = mllpReader(100)
      const found: string[] = []
      for (let at = 0; at < bytes.length; at += size)
        found.push(...read(bytes.subarray(at, at + size)).messages.map(String))
      expect(found).toEqual(['MSH|one', 'MSH|two'])
    }
  })

  test('says that a message is not at its end, and gives nothing of it', () => {
    const read = mllpReader(100)
    expect(read(message('MSH|one').subarray(0, -1))).toEqual({
      messages: [],
      fault: null,
      within: true,
    })
    expect(read(Buffer.from('\r'))).toMatchObject({ within: false })
  })

  test.each([
    ['words before a frame', Buffer.from('GET / HTTP/1.1'), 'garbage'],
    ['a frame within a frame', Buffer.from('\x0bMSH|\x0bMSH|'), 'garbage'],
    ['an end that is none', Buffer.from('\x0bMSH|\x1cx'), 'garbage'],
    ['more than a message may have', Buffer.from(`\x0b${'a'.repeat(101)}`), 'long'],
  ])('refuses %s', (_, bytes, fault) => {
    expect(mllpReader(100)(bytes)).toMatchObject({ messages: [], fault })
  })

  test('takes a message of just the most bytes', () => {
    expect(mllpReader(100)(message('a'.repeat(100))).messages).toHaveLength(1)
  })
})

describe('the character set', () => {
  /** 张三 in GBK. */
  const gbk = Buffer.from('d5c5c8fd', 'hex')

  test.each([
    ['declared UTF-8', Buffer.from('张三'), 'UNICODE UTF-8', { text: '张三', charset: 'utf-8' }],
    ['undeclared UTF-8', Buffer.from('张三'), '', { text: '张三', charset: 'utf-8' }],
    ['declared GB18030', gbk, 'GB 18030-2000', { text: '张三', charset: 'gb18030' }],
    ['undeclared GB18030', gbk, '', { text: '张三', charset: 'gb18030' }],
    ['GB18030 declared as UTF-8', gbk, 'UNICODE UTF-8', 'unreadable'],
    ['one that nobody knows', gbk, 'KLINGON', 'unknown'],
  ])('%s', (_, bytes, declared, found) => {
    expect(decodeMessage(bytes, declared)).toEqual(found)
  })
})

describe('a message', () => {
  const pid = (line: string, head = 'MSH|^~\\&|') =>
    parseMessage(`${head}\r${line}`, 'utf-8')?.find(({ name }) => name === 'PID')

  test('has fields, repetitions and components', () => {
    const segment = pid('PID|1||A^^^HIS^MR~B^^^^NI||张^三')
    expect(segment?.all(3).map((repetition) => [repetition.text(), repetition.text(5)])).toEqual([
      ['A', 'MR'],
      ['B', 'NI'],
    ])
    expect([segment?.text(5), segment?.text(5, 2), segment?.text(5, 9)]).toEqual(['张', '三', ''])
  })

  test('is parted by the signs that it names', () => {
    expect(pid('PID#1##A*B', 'MSH#*~\\&#')?.text(3, 2)).toBe('B')
  })

  test('loses its escape sequences, and no other sign', () => {
    const at = (text: string) => pid(`PID|||${text}`)?.text(3)
    expect(at('a\\F\\b\\S\\c\\T\\d\\R\\e\\E\\f')).toBe('a|b^c&d~e\\f')
    expect(at('\\XE5BCA0\\\\H\\三\\N\\')).toBe('张三')
    expect(at('a\\b')).toBe('a\\b')
  })

  test('holds a sign that is refused where it holds U+0000', () => {
    expect([pid('PID|||a\\X00\\b')?.text(3), pid('PID|||a\0b')?.text(3)]).toEqual([
      'a\ufffdb',
      'a\ufffdb',
    ])
  })

  test('says nothing where it deletes', () => {
    expect(pid('PID|||""')?.text(3)).toBe('')
  })

  test.each(['', 'PID|1', 'MSH', 'MSHa^~\\&|', 'MSH|^^\\&|'])('is none: %j', (text) => {
    expect(parseMessage(text, 'utf-8')).toBeNull()
  })
})

test('an answer names the field in the signs of the message, and echoes its number', () => {
  const head = 'MSH#*~\\&#HIS#H1#MM#C1#20260101##ADT*A04#77#P#2.3'
  const error = { code: 101, severity: 'E', field: 'PID-7', text: 'a#b' } as const
  const answer = answerTo(head, { ack: 'AE', error }, new Date(0)).toString()
  const [msh = '', msa, err] = answer.split('\r')
  expect(msh).toMatch(/^MSH#\*~\\&#MM#C1#HIS#H1#19700101000000\+0000##ACK\*A04\*ACK#\w{20}#P#2.3/)
  expect(msa).toBe('MSA#AE#77')
  expect(err).toBe('ERR##PID*1*7#101*Required field missing*HL70357#E####a\\F\\b')
})
