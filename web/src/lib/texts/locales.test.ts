import { FINDING_TEXTS, type Language } from '@mingmou/contract'
import { kindTexts } from '@mingmou/contract/kind-names'
import { expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }
const files = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default', eager: true })

function flat(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flat(value, `${prefix}${key}.`),
  )
}

const of = (language: Language) =>
  new Map([
    ...Object.entries(files)
      .filter(([path]) => path.includes(`/${language}/`))
      .flatMap(([path, texts]) => flat(texts, `${path.split('/').at(-1) ?? ''}: `)),
    ...flat(FINDING_TEXTS[language], 'findings: '),
    ...flat(kindTexts(language), 'kinds: '),
  ])
const chinese = of('zh-CN')
const english = of('en')

/** i18next chooses these by number; Chinese has one form. */
const singular = (key: string) => key.replace(/_(one|other)$/, '')

test('both languages have the same texts', () => {
  const keys = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(singular))].sort()
  expect(keys(chinese)).toEqual(keys(english))
  expect(chinese.size).toBeGreaterThan(100)
})

/** Terms and units that clinicians write in Latin letters in Chinese texts too, and the other language's own name. */
const LATIN = new Set(
  `AI SHA OCTA OD OS DR AVR CRAE CRVE FAZ vCDR MA ODR DD MiB JPEG PNG TIFF WebP BMP DICOM PDF A4 MB
  English px mm % N p50 UWF OCT ICDR ISNT DDLS DME ISGEO Esc Shift Ctrl Alt Space octa RTVue
  NEI SUSTech SYSU CSV HbA1c CF HM LP NLP AE IP TLS HTTPS
  DICOMweb STOW RS STORE HL7 PACS Bearer studies XLSX HIS PEM ICO Wong Ophthalmology
  Wilson ROC ZIP ID FHIR OHIF StudyInstanceUID UTF GB18030 v2 ORU R01 SR MSH Base64 PSI HMAC SHA256`.split(
    /\s+/,
  ),
)

test('Chinese texts hold no English words', () => {
  const strange = [...chinese].filter(([, text]) =>
    (text.replace(/\{\{.*?\}\}/g, '').match(/[A-Za-z][A-Za-z0-9]*/g) ?? []).some(
      (word) => word.length > 1 && !LATIN.has(word),
    ),
  )
  expect(strange).toEqual([])
})

test('English texts hold no Chinese, save the name of the language', () => {
  const strange = [...english].filter(
    ([key, text]) => /\p{Script=Han}/u.test(text) && !key.endsWith('otherLanguage'),
  )
  expect(strange).toEqual([])
})

test('no text is empty', () => {
  expect([...chinese, ...english].filter(([, text]) => text.trim() === '')).toEqual([])
})
