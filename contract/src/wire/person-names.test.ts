import { describe, expect, test } from 'vitest'
import {
  addPatient,
  fieldMessages,
  formsAlike,
  isSameName,
  nameFacts,
  nameForm,
  nameWords,
  text,
} from '../index.ts'

const patient = { ad_card_number: 'P-1', gender: 1, birthday: '1960-05-17' } as const
const typed = (name: string) => {
  const { data, error } = addPatient.body.safeParse({ ...patient, name }, { reportInput: true })
  return data?.name ?? text('zh-CN', fieldMessages(error?.issues ?? [])['name'] ?? '')
}

describe('a name', () => {
  test.each([
    ['张三', '张^三'],
    ['张三', '三^张'],
    ['张三', ' 张　三\0\0'],
    ['欧阳小明', '欧阳^小明^^^'],
    ['Anna Maria Li', 'LI^ANNA^MARIA'],
    ['Anna Maria Li', 'Li, Anna Maria'],
    ['Zhang San', 'ＺＨＡＮＧ　ＳＡＮ'],
    ['阿依古丽·买买提', '买买提^阿依古丽'],
    ...Array.from('•․‧∙⋅・･．.。ꞏᐧ●\u0387', (dot) => ['阿依古丽·买买提', `阿依古丽${dot}买买提`]),
    ['José Ñuñez', 'JOSE\u0301^N\u0303UN\u0303EZ'],
    ['Straße', 'STRASSE'],
    ['O’Brien', "O'BRIEN"],
    ['Anna-Maria', 'Anna\u2010Maria'],
    ['İpek Işık', 'IPEK ISIK'.replace('SIK', 'ŞIK')],
    ['홍길동', '홍길동'.normalize('NFD')],
    ['ﻣﺤﻤﺪ', 'محمد'],
    ['葛城', '葛\u{e0100}城'],
    ['山田', '⼭田'],
    ['ﾔﾏﾀﾞ ﾀﾛｳ', 'タロウ^ヤマダ'],
  ])('%s is %j too', (one, other) => {
    expect(isSameName(one, other)).toBe(true)
    expect(isSameName(other, one)).toBe(true)
    expect(formsAlike(one)).toContain(nameForm(other))
    expect(formsAlike(other)).toContain(nameForm(one))
  })

  test.each([
    ['张三', '李四'],
    ['张三', '张三丰'],
    ['王小明', '王明小'],
    ['王 小 明', '王明小'],
    ['José', 'Jose'],
    ['Zhang San', 'Zhang Shan'],
    ['', '张三'],
  ])('%s is not %s', (one, other) => expect(isSameName(one, other)).toBe(false))

  test('has its words without dots, commas, carets and what cannot be seen', () => {
    expect(nameWords('LI^Anna\u200b-Maria, \0')).toEqual(['li', 'anna', 'maria'])
    expect(nameWords('^^^^=^^=')).toEqual([])
  })
})

describe('the name of a patient', () => {
  test.each([
    ['ئايگۈل', 'ئايگۈل'],
    ['བསྟན་འཛིན', 'བསྟན་འཛིན'],
    ['Иван Иванов', 'Иван Иванов'],
    ['홍길동', '홍길동'],
    ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
    ["Jean-Luc D'Arc Jr.", "Jean-Luc D'Arc Jr."],
    ['阿依古丽・买买提', '阿依古丽・买买提'],
    ['  张\t三　丰 ', '张 三 丰'],
    ['\ufeff张\u200b三', '张三'],
    ['JOSE\u0301', 'JOSÉ'],
    ['𠮷田〇々', '𠮷田〇々'],
    ['क्‍ष', 'क्‍ष'],
  ])('%j may be typed, and is kept as %j', (name, kept) => expect(typed(name)).toBe(kept))

  test.each([
    ['张\ue000三', '\ue000 (U+E000)'],
    ['张三1', '1 (U+0031)'],
    ['张\u0007三', 'U+0007'],
    ['张\0三', 'U+0000'],
    ['张\u202e三', 'U+202E'],
    ['张\u{f0000}三', '\u{f0000} (U+F0000)'],
    ['张😀', '😀 (U+1F600)'],
    ['张\ud800三', 'U+D800'],
    ['<b>', '< (U+003C)'],
    ['张|三', '| (U+007C)'],
    ['张$三', '$ (U+0024)'],
    ['张\ufffd三', '\ufffd (U+FFFD)'],
  ])('%j is refused by its character and code point', (name, words) =>
    expect(typed(name)).toContain(`姓名中不能使用 ${words}。`),
  )

  test.each(['·', '--', "'", '\u0301'])('without a letter is refused: %j', (name) =>
    expect(typed(name)).toContain('支持各种文字的字母'),
  )
  test.each(['', '  ', '\u200b', '　'])('cannot be empty: %j', (name) =>
    expect(typed(name)).toBe('此项不能为空'),
  )
})

describe('the name of a file', () => {
  test.each([
    ['阿依古丽·买买提_P-1001_OD.jpg', ['阿依古丽·买买提'], 'P-1001', ['OD']],
    ['P-1001.阿依古丽.买买提.右眼.jpg', ['阿依古丽·买买提'], 'P-1001', ['OD']],
    ['阿依古丽・买买提 P-1001左眼.tif', ['阿依古丽·买买提'], 'P-1001', ['OS']],
    ['左眼.阿依古丽．买买提·P-1001', ['阿依古丽·买买提'], 'P-1001', ['OS']],
    ['张三.20240301.jpg', ['张三'], '', []],
    ['ئايگۈل_P-1001.jpg', ['ئايگۈل'], 'P-1001', []],
    ['Müller_P-1.jpg'.normalize('NFD'), ['Müller'], 'P-1', []],
    ['P-1001_OU.jpg', [], 'P-1001', ['OD', 'OS']],
    ['张三1001双眼.jpg', ['张三'], '1001', ['OD', 'OS']],
  ])('%s is read whole', (file, names, number, eyes) =>
    expect(nameFacts(file)).toMatchObject({ names, number, eyes }),
  )

  test.each(['20240230', '2024-02-30', '2024', '20241301', '00000000', '19000101', '19700101'])(
    'says no day by %s',
    (day) =>
      expect(nameFacts(`P-1001_OD_${day}.jpg`)).toMatchObject({ days: [], number: 'P-1001' }),
  )
  test('says a leap day', () => expect(nameFacts('P_20240229.jpg').days).toEqual(['2024-02-29']))
})
