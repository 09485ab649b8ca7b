import { describe, expect, test } from 'vitest'
import { dicomFile } from '../../testing/files.ts'
import { dicomFacts, type DicomFacts } from '../index.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const TAGS = {
  charset: [0x0008, 0x0005, 'CS'],
  created: [0x0008, 0x0012, 'DA'],
  study: [0x0008, 0x0020, 'DA'],
  series: [0x0008, 0x0021, 'DA'],
  acquired: [0x0008, 0x0022, 'DA'],
  content: [0x0008, 0x0023, 'DA'],
  moment: [0x0008, 0x002a, 'DT'],
  studyTime: [0x0008, 0x0030, 'TM'],
  acquiredTime: [0x0008, 0x0032, 'TM'],
  conversion: [0x0008, 0x0064, 'CS'],
  zone: [0x0008, 0x0201, 'SH'],
  name: [0x0010, 0x0010, 'PN'],
  number: [0x0010, 0x0020, 'LO'],
  birthday: [0x0010, 0x0030, 'DA'],
  sex: [0x0010, 0x0040, 'CS'],
  series_eye: [0x0020, 0x0060, 'CS'],
  eye: [0x0020, 0x0062, 'CS'],
} as const
type Said = Partial<Record<keyof typeof TAGS, string | Buffer>>

function facts(said: Said): DicomFacts {
  const elements = (Object.keys(TAGS) as (keyof typeof TAGS)[]).flatMap((tag) => {
    const value = said[tag]
    return value === undefined ? [] : [[...TAGS[tag], value] as const]
  })
  const found = dicomFacts(dicomFile('1.2.840.10008.1.2.1', elements))
  if (!found) throw new Error('not read')
  return found
}
const named = (charset: string | undefined, bytes: Buffer) =>
  facts({ ...(charset !== undefined && { charset }), name: bytes })

const LI_SI = hex('C0EE CBC4')
const ESCAPED = (escape: string, bytes: string) =>
  Buffer.concat([hex('1B'), Buffer.from(escape, 'latin1'), hex(bytes)])

describe('a name in the character set that the file declares', () => {
  test.each<[string, Buffer, string]>([
    ['ISO_IR 192', Buffer.from('Zhang^San=张^三'), '张三'],
    ['GB18030', Buffer.concat([Buffer.from('Li^Si='), LI_SI]), '李四'],
    ['GBK', hex('D6EC E946 BBF9'), '朱镕基'],
    // Characters of four bytes.
    ['GB18030', hex('9534B235 CCEF FE9F'), '𠮷田䶮'],
    ['GB18030', hex('8132F130 8132F236 8132F833'), 'བསྟ'],
    ['ISO_IR 149', hex('C8AB B1E6 B5BF'), '홍길동'],
    ['ISO_IR 192', Buffer.from('ᠮᠣᠩᠭᠣᠯ\0'), 'ᠮᠣᠩᠭᠣᠯ'],
    ['\\ISO 2022 IR 58', ESCAPED('$)A', 'C0EE CBC4'), '李四'],
    ['ISO 2022 IR 6\\ISO 2022 IR 58', ESCAPED('$)A', 'D6EC E946 BBF9'), '朱镕基'],
    // PS3.5 J.3
    [
      '\\ISO 2022 IR 58',
      Buffer.concat([
        Buffer.from('Zhang^XiaoDong='),
        ESCAPED('$)A', 'D5C5 5E'),
        ESCAPED('$)A', 'D0A1 B6AB 3D'),
      ]),
      '张小东',
    ],
    // Not escaped again behind the caret.
    ['\\ISO 2022 IR 58', ESCAPED('$)A', 'D5C5 5E D0A1 B6AB'), '张小东'],
    // PS3.5 H.3.1
    [
      '\\ISO 2022 IR 87',
      hex(
        '59616D6164615E5461726F753D 1B2442 3B33 4544 1B2842 5E 1B2442 4240 4F3A 1B2842' +
          '3D 1B2442 2464 245E 2440 1B2842 5E 1B2442 243F 246D 2426 1B2842',
      ),
      '山田太郎',
    ],
    ['ISO 2022 IR 13\\ISO 2022 IR 87', hex('D4CFC0DE5EC0DBB3'), 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['\\ISO 2022 IR 159', ESCAPED('$(D', '3021 1B2842'), '丂'],
    // PS3.5 I.2
    ['\\ISO 2022 IR 149', ESCAPED('$)C', 'FBF3 5E 1B242943 D1CE D4D7'), '洪吉洞'],
    ['\\ISO 2022 IR 149', ESCAPED('$)C', 'C8AB 5E 1B242943 B1E6 B5BF'), '홍 길동'],
    ['ISO_IR 100', hex('4D FC 6C 6C 65 72 5E 4A 6F 73 E9'), 'Müller José'],
    ['ISO 2022 IR 100', hex('4D FC 6C 6C 65 72'), 'Müller'],
    ['ISO 2022 IR 6\\ISO 2022 IR 100', ESCAPED('-A', '4D FC 6C 6C 65 72'), 'Müller'],
    ['ISO_IR 101', hex('57 61 B3 EA 73 61'), 'Wałęsa'],
    ['ISO_IR 109', hex('47 FE 6F'), 'Gŝo'],
    ['ISO_IR 110', hex('42 EB 72 7A 69 F1 B9'), 'Bërziņš'],
    ['ISO_IR 148', hex('DE 65 6E 6F F0 6C 75'), 'Şenoğlu'],
    ['ISO_IR 144', hex('BB EE DA E1 D5 DC D1 E3 E0 D3'), 'Люксембург'],
    ['ISO 2022 IR 6\\ISO 2022 IR 144', ESCAPED('-L', 'BB EE DA'), 'Люк'],
    ['ISO_IR 127', hex('E2 C8 C7 E6 EA'), 'قباني'],
    ['ISO_IR 126', hex('C4 E9 EF ED F5 F3 E9 EF F2'), 'Διονυσιος'],
    ['ISO_IR 138', hex('F9 F8 E5 EF'), 'שרון'],
    ['ISO_IR 166', hex('CA C1 AA D2 C2'), 'สมชาย'],
    ['iso-ir-166', hex('CA C1 AA D2 C2'), 'สมชาย'],
  ])('%s', (charset, bytes, name) =>
    expect(named(charset, bytes)).toMatchObject({ name, name_unread: false, name_set: '' }),
  )
})

describe('a name in another set than the file declares', () => {
  const UTF8 = Buffer.from('张三')
  test.each<[string | undefined, Buffer, string, string]>([
    ['ISO_IR 100', LI_SI, '李四', 'GB18030'],
    ['ISO_IR 100', hex('C0EE 5E CBC4'), '李四', 'GB18030'],
    ['ISO_IR 100', hex('D5C5 D0A1 B6AB'), '张小东', 'GB18030'],
    ['ISO_IR 100', hex('D5C5 E946'), '张镕', 'GB18030'],
    ['ISO_IR 144', LI_SI, '李四', 'GB18030'],
    [undefined, LI_SI, '李四', 'GB18030'],
    ['ISO_IR 6', LI_SI, '李四', 'GB18030'],
    ['ISO_IR 999', LI_SI, '李四', 'GB18030'],
    [undefined, Buffer.concat([Buffer.from('Li^Si='), LI_SI]), '李四', 'GB18030'],
    [undefined, hex('B0A2D2C0B9C5C0F6 A1A4 C2F2C2F2CCE1'), '阿依古丽·买买提', 'GB18030'],
    [undefined, ESCAPED('$)A', 'C0EE CBC4'), '李四', 'ISO 2022'],
    [undefined, UTF8, '张三', 'UTF-8'],
    ['ISO_IR 100', UTF8, '张三', 'UTF-8'],
    ['ISO_IR 100', Buffer.from('Nguyễn Văn An'), 'Nguyễn Văn An', 'UTF-8'],
    [undefined, hex('9534B235 CCEF FE9F'), '𠮷田䶮', 'GB18030'],
    ['GBK', UTF8, '张三', 'UTF-8'],
    ['GB18030', Buffer.from('Zhang^San=张^三'), '张三', 'UTF-8'],
    ['ISO_IR 100', Buffer.from('Müller'), 'Müller', 'UTF-8'],
    ['ISO_IR 192', LI_SI, '李四', 'GB18030'],
    ['ISO_IR 13', hex('8E52 9363 5E 91BE 9859'), '山田太郎', 'Shift JIS'],
  ])('%s: is read as what makes sense, and says so', (charset, bytes, name, name_set) =>
    expect(named(charset, bytes)).toMatchObject({ name, name_unread: false, name_set }),
  )

  test.each<[string, string | undefined, Buffer]>([
    ['Latin letters without a set', undefined, hex('4D FC 6C 6C 65 72')],
    ['an end that is cut off', 'ISO_IR 192', Buffer.from('张三').subarray(0, 5)],
    ['what a program replaced', 'ISO_IR 192', Buffer.from('\ufffd\ufffd^\ufffd')],
    ['what a program replaced, as Chinese', 'GB18030', Buffer.from('锟斤拷', 'utf8')],
    ['question marks', 'ISO_IR 192', Buffer.from('??^??')],
    ['a part that was lost', undefined, Buffer.from('张?')],
    ['a group that was lost', 'ISO_IR 100', hex('4C 69 3D 81 3D')],
    ['Big5 without a set', undefined, hex('B169 A454 C2D7')],
    ['Big5 as Latin', 'ISO_IR 100', hex('B169 A454 C2D7')],
    ['digits alone', undefined, Buffer.from('12345')],
    ['a private character', 'ISO_IR 192', Buffer.from('张\ue863')],
    ['an unknown escape', '\\ISO 2022 IR 58', ESCAPED('$)Z', 'C0EE')],
    ['half a pair', '\\ISO 2022 IR 87', ESCAPED('$B', '3B')],
  ])('is told as unread: %s', (_, charset, bytes) =>
    expect(named(charset, bytes).name_unread).toBe(true),
  )

  test.each(['', '^^^^', '^^=^^=', ' \0\0', '-', '.'])('%j is no name', (name) =>
    expect(facts({ name })).toMatchObject({ name: '', names: [], name_unread: false }),
  )
})

test('the groups of a name are told apart, without titles and padding', () => {
  const name = Buffer.from('ZHANG^SAN^^DR^JR =张^三=ㄓㄤ^ㄙㄢ\0')
  expect(facts({ charset: 'ISO_IR 192', name })).toMatchObject({
    names: ['ZHANG^SAN', '张^三', 'ㄓㄤ^ㄙㄢ'],
    name: '张三',
  })
  const long = Buffer.from('阿依古丽^买买提')
  expect(facts({ charset: 'ISO_IR 192', name: long }).name).toBe('阿依古丽·买买提')
})

test.each<[string | Buffer, string]>([
  ['P-1001\0\0', 'P-1001'],
  ['  P-1001 ', 'P-1001'],
  ['\0', ''],
  [hex('A3D0 A3AD A3B1'), 'P-1'],
  ['P\x07-1', 'P-1'],
])('a number is cleaned: %j', (number, cleaned) => {
  expect(facts({ number, charset: 'GB18030' }).number).toBe(cleaned)
})
test('a number that cannot be read is one that nobody has', () =>
  expect(facts({ number: hex('81'), charset: 'ISO_IR 192' }).number).toBe('\ufffd'))

test.each<[Said, string[]]>([
  [{ eye: 'R' }, ['OD']],
  [{ eye: 'l ' }, ['OS']],
  [{ eye: 'B' }, ['OD', 'OS']],
  [{ series_eye: 'b' }, ['OD', 'OS']],
  [{ eye: 'R', series_eye: 'L' }, ['OD', 'OS']],
  [{ eye: 'R', series_eye: 'R' }, ['OD']],
  [{ eye: 'R\\L' }, ['OD', 'OS']],
  [{ eye: 'U', series_eye: 'L\0' }, ['OS']],
  [{ eye: 'X' }, []],
])('an eye is read: %j', (said, eyes) => expect(facts(said).eyes).toEqual(eyes))

describe('the day of a picture', () => {
  test.each<[string, Said, string[], boolean]>([
    [
      'the moment before all',
      { moment: '20240229101500', acquired: '20240301' },
      ['2024-02-29'],
      false,
    ],
    [
      'the study, not the content of a conversion',
      { study: '20200101', content: '20240301' },
      ['2020-01-01'],
      false,
    ],
    ['not when the file was written', { created: '20240301' }, [], false],
    ['not when it was converted', { content: '20240301', conversion: 'WSD' }, [], false],
    ['the content where nothing else is said', { content: '20240301' }, ['2024-03-01'], false],
    ['the series where no study is dated', { series: '20240301' }, ['2024-03-01'], false],
    [
      'a content before its study',
      { study: '20240301', content: '20200101' },
      ['2024-03-01', '2020-01-01'],
      false,
    ],
    ['two days', { acquired: '20240301\\20240302' }, ['2024-03-01', '2024-03-02'], false],
    ['a zero and a study', { acquired: '00000000', study: '20240301' }, ['2024-03-01'], false],
    ['no day of the calendar', { study: '20240230' }, [], true],
    ['no leap year', { study: '20230229' }, [], true],
    ['a month 13', { moment: '20241301120000' }, [], true],
    ['a leap day', { study: '20240229' }, ['2024-02-29'], false],
    ['zeros', { study: '00000000', moment: '00000000000000' }, [], false],
    ['the first day of 1900', { study: '19000101' }, [], false],
    ['the zero of a clock', { moment: '19700101000000+0000', study: '19800101' }, [], false],
    ['nines', { study: '99999999' }, [], false],
    ['blanks', { study: '  \0' }, [], false],
    ['a year alone', { study: '2024' }, [], true],
    ['a time alone', { studyTime: '233000' }, [], false],
    ['a time for a day', { study: '233000' }, [], true],
    ['words', { study: 'unknown' }, [], true],
    ['dots of old files', { study: '2024.02.29' }, ['2024-02-29'], false],
    ['hyphens', { study: '2024-02-29' }, ['2024-02-29'], false],
    ['an evening in UTC', { moment: '20240229233000+0000' }, ['2024-03-01'], false],
    ['an afternoon in UTC', { moment: '20240229153000.123456+0000' }, ['2024-02-29'], false],
    ['a night in Tokyo', { moment: '20240301003000+0900' }, ['2024-02-29'], false],
    ['an evening here', { moment: '20240229233000+0800' }, ['2024-02-29'], false],
    ['an evening nowhere', { moment: '20240229233000' }, ['2024-02-29'], false],
    [
      'the offset of the file',
      { study: '20240229', studyTime: '233000', zone: '+0000' },
      ['2024-03-01'],
      false,
    ],
    [
      'the offset of the file for a moment',
      { moment: '20240229233000', zone: '-0500' },
      ['2024-03-01'],
      false,
    ],
    [
      'its own offset before that of the file',
      { moment: '20240229233000+0800', zone: '+0000' },
      ['2024-02-29'],
      false,
    ],
    ['an offset that no place has', { study: '20240229', zone: '+9900' }, ['2024-02-29'], false],
    ['a day elsewhere without a time', { study: '20240229', zone: '+0000' }, [], true],
    ['a day here without a time', { study: '20240229', zone: '+0800' }, ['2024-02-29'], false],
    [
      'a day elsewhere with no time of a clock',
      { study: '20240229', studyTime: '2599', zone: '+0000' },
      [],
      true,
    ],
  ])('%s', (_, said, days, day_unread) => expect(facts(said)).toMatchObject({ days, day_unread }))
})

test.each<[string, string, boolean]>([
  ['19600517', '1960-05-17', false],
  ['1960.05.17', '1960-05-17', false],
  ['19600000', '1960', false],
  ['196005', '1960-05', false],
  ['1960', '1960', false],
  ['00000000', '', false],
  ['19000101', '', false],
  ['18991230', '', false],
  ['00010101', '', false],
  ['99991231', '', false],
  ['99999999', '', false],
  ['', '', false],
  ['19600230', '', true],
  ['19601301', '', true],
  ['0517', '', false],
  ['unknown', '', true],
  ['60Y', '', true],
])('a birthday is read: %j', (birthday, day, birthday_unread) =>
  expect(facts({ birthday, zone: '+0000' })).toMatchObject({ birthday: day, birthday_unread }),
)

test('texts of random bytes, in any set, are read or told as unread', () => {
  const sets = [
    '',
    'ISO_IR 100',
    'ISO_IR 166',
    '\\ISO 2022 IR 58',
    'ISO_IR 192',
    'GB18030',
    '\\ISO 2022 IR 87',
    'x\\y',
  ]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  for (let round = 0; round < 2000; round++) {
    const some = () => {
      const bytes = Buffer.alloc(random(40))
      for (let at = 0; at < bytes.length; at++) bytes[at] = random(256)
      if (random(2) === 0) bytes.write('\x1b$)A', 0, 'latin1')
      return bytes
    }
    const said = facts({
      charset: sets[random(sets.length)] ?? '',
      name: some(),
      number: some(),
      birthday: some(),
      study: some(),
      moment: some(),
      zone: some(),
      eye: some(),
    })
    const { names, name, number, days, birthday } = said
    expect([...names, name, number].join('')).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    for (const day of days) expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
    expect(birthday).toMatch(/^$|^\d{4}(-\d{2}){0,2}$/)
  }
})
