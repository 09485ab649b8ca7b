import { create } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { pdfPages } from '../../../testing/pdf-text.ts'
import { photographWith, snapshotWith, STANDING } from '../../../testing/report-factory.ts'
import { readReport } from '../service.ts'
import { readLetters } from './letters.ts'
import { renderPdf } from './render.ts'
import { renderBeside } from './thread.ts'

/** Names as people have them, by script. */
const NAMES = {
  'Han of extension A': '㐂㴪䶮',
  'Han of extension B': '𠮷野𡛟𪛖',
  'Han of extension C': '𪜶𫍽𫖯',
  'Han of extension D': '𫝀𫠝',
  'Han of extension E': '𫠠𬌗𬺞',
  'Han of extension F': '𬺰𭀖𮯀',
  'Latin with marks': 'Łukasz Őrsi Nguyễn Ştefan Ğ',
  'Latin with a mark of its own': 'Ana M̂ n̈',
  Greek: 'Γεώργιος Παπαδόπουλος',
  Cyrillic: 'Өмирзақ Ёлкин Ўктам',
  Uyghur: 'ئابدۇللا مۇھەممەت',
  Tibetan: 'བསྟན་འཛིན་རྒྱ་མཚོ',
  Mongolian: 'ᠮᠣᠩᠭᠣᠯ',
  Yi: 'ꆈꌠꁱꂷ',
  Hangul: '김민준',
  Kana: 'さくら サクラ',
  Thai: 'สมชาย ใจดี',
  Devanagari: 'राम',
  'middle dots': '阿卜杜·热合曼・李',
}

async function printed(name: string) {
  const snapshot = snapshotWith(photographWith(SAMPLE_FINDINGS), {
    patient: {
      name,
      gender: 1,
      birthday: '1964-03-02',
      phone: '13800138000',
      ad_card_number: 'CARD-1',
    },
  })
  const opened = { oid: '', report_id: '', visitor: false, standing: STANDING, snapshot }
  const document = readReport(opened, 'zh-CN')
  const { report_no } = snapshot
  const sheet = { document, drawn: new Map(), report_no, link: 'http://127.0.0.1/' }
  return pdfPages(await renderPdf({ ...sheet, language: 'zh-CN' })).join('\n')
}

const bare = (text: string) => text.normalize('NFC').replace(/\s/g, '')

describe('a name in a report', () => {
  test.each(Object.entries(NAMES))('of %s has a font for each of its letters', async (_, name) => {
    const { base, missing, runs } = await readLetters(name)
    expect(missing).toEqual([])
    const drawn = runs(name)
    expect(drawn.map(({ text }) => text).join('')).toBe(name.normalize('NFC'))
    for (const { text, face } of drawn) {
      const font = create((face ?? base.regular).bytes)
      for (const character of text)
        if (!/\p{Cf}/u.test(character))
          expect([
            character,
            'hasGlyphForCodePoint' in font &&
              font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
          ]).toEqual([character, true])
    }
  })

  test.each(
    Object.entries(NAMES).filter(
      ([script]) => !/Uyghur|Tibetan|Thai|Devanagari|own|dots/.test(script),
    ),
  )('of %s is printed and can be copied out of the PDF', async (_, name) =>
    expect(bare(await printed(name))).toContain(bare(name)),
  )

  test('is in the PDF although its script is shaped', async () => {
    for (const name of [NAMES.Tibetan, NAMES.Thai, NAMES.Devanagari]) {
      const text = await printed(name)
      for (const [letter] of name.matchAll(/\p{L}/gu)) expect(text).toContain(letter)
    }
  })

  test('that no font has is printed as its code, and is told', async () => {
    const name = '李\u{31350}'
    expect((await readLetters(name)).missing).toEqual(['\u{31350}'])
    expect(bare(await printed(name))).toContain('李[U+31350]')
  })

  test.each(['😀', '🇨🇳', '👩'])('with the sign %s has a font for it', async (sign) => {
    expect((await readLetters(`李${sign}`)).missing).toEqual([])
    const text = await printed(`李${sign}`)
    expect(bare(text)).toContain(`李${sign}`)
    expect(text).not.toContain('[U+')
  })

  test('of joiners, selectors and marks of direction alone needs no font', async () => {
    expect((await readLetters('葛\u{E0100}\u200D\u200E')).missing).toEqual([])
  })
})

test('a long report in two scripts is printed by the thread that prints all', async () => {
  const snapshot = snapshotWith(photographWith(SAMPLE_FINDINGS))
  const opened = { oid: '', report_id: '', visitor: false, standing: STANDING, snapshot }
  const document = readReport(opened, 'en')
  const lines = Array.from({ length: 60 }, (_, at) => `${at} 出血为伪影，仅见微动脉瘤 `.repeat(30))
  const file = await renderBeside({
    document: { ...document, sections: [...document.sections, { kind: 'notes', lines }] },
    drawn: new Map(),
    report_no: snapshot.report_no,
    link: 'http://127.0.0.1/',
    language: 'en',
  })
  expect(bare(pdfPages(file).join(''))).toContain('59出血为伪影')
})
