import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIGURE, KIND, RECORD, touchedBy } from '../../../scripts/touched.ts'
import { isCoarse } from '../findings/figure-table.ts'
import { MODALITY_KEYS } from '../wire/kinds.ts'
import { ENTRIES } from './table.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** What only one modality has lies here, and the tables that name it. */
const ROOMS = [
  'contract/src/modalities/',
  'analysis/src/fundus/',
  'analysis/src/octa/',
  'analysis/src/surface/',
  'web/src/modalities/',
]
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'contract/src/index.ts': 'hands out the folder',
  'contract/src/findings/findings.ts':
    'reasons that a picture is of another kind, or shows what only one kind has',
  'contract/src/report/texts.ts': 'texts',
  'contract/src/calls/patients/exam-indicators.ts': 'parts of the eye that an examination records',
  'contract/src/wire/kinds.ts': 'the kinds, as the specification names them',
  'contract/src/calls/site/feedback-classes.ts': 'texts',
  'contract/src/calls/images/trial.ts':
    'the trial channel takes one kind of image, as the specification says',
  'contract/src/testing/': 'tests',
  'contract/src/calls/images/modalities.ts': 'the table of their calls',
  'analysis/src/analysers.ts': 'the table of the analyses',
  'analysis/src/kind.ts': 'tells kinds of image apart',
  'analysis/src/phantom/': 'drawn photographs, for the demonstration and tests',
  'analysis/src/testing/': 'tests',
  'server/src/migrations/': 'never edited',
  'server/src/testing/': 'tests',
  'server/src/features/credentials/guessable.ts': 'words that are no password',
  'server/src/features/api/orders.ts': 'examples',
  'server/src/features/destinations/documents.ts': 'DICOM has a class for one kind of image',
  'server/src/features/dicomweb/search.ts': 'DICOM has a class for one kind of image',
  'server/src/features/questionnaire/sample.ts': 'texts',
  'server/src/platform/dicom/document.ts': 'DICOM has a class for one kind of image',
  'server/src/features/trial/': 'the trial channel',
  'contract/src/calls/images/validation.ts': 'studies ask what one kind of image is asked',
  'contract/src/wire/texts/validation.ts': 'studies ask what one kind of image is asked',
  'server/src/features/validations/': 'studies ask what one kind of image is asked',
  'server/src/features/drift/': 'the watch reads scores that one kind of image has',
  'web/src/features/validations/': 'studies ask what one kind of image is asked',
  'web/src/features/site/overview-page.tsx': 'keys of texts',
  'web/src/features/trial/picture.tsx': 'the trial channel',
  'web/src/paths.ts': 'addresses',
  'web/src/testing/': 'tests',
}
const starts = (file: string, places: readonly string[]) =>
  places.some((place) => file.startsWith(place))

function sourceFiles(): string[] {
  return ['contract', 'analysis', 'server', 'web'].flatMap((workspace) =>
    readdirSync(join(ROOT, workspace, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.(ts|tsx|css)$/.test(file))
      .map((file) => `${workspace}/src/${file.replaceAll('\\', '/')}`),
  )
}

/** `surface` alone is a plain word too. */
const WORDS = /fundus|octa|fluorescein|cornea|SurfaceFindings|['"/]surface['"/]|[a-z]_surface/i
const names = (file: string) => WORDS.test(readFileSync(join(ROOT, file), 'utf8'))

test('no file outside the folders of a modality names it', () => {
  const outside = sourceFiles().filter((file) => !starts(file, ROOMS))
  expect(outside.length).toBeGreaterThan(300)
  const named = outside.filter((file) => names(file) && !starts(file, Object.keys(EXCEPTIONS)))
  expect(named).toEqual([])
})

test.each([
  [KIND, 15],
  [RECORD, 12],
  [FIGURE, 2],
])('$thing is named in few files outside its folders', (small, most) => {
  const files = touchedBy(small)
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(most)
  expect(files.length).toBeGreaterThan(1)
})

test('every file that would do without a new thing names one that is there', () => {
  for (const small of [KIND, RECORD, FIGURE])
    expect(touchedBy({ ...small, others: [] })).toEqual(expect.arrayContaining([...small.others]))
})

/** Texts of pages: what a kind of image is called stands in its names. */
const OF_PAGES = 'web/src/locales'
/** The page that says what the program does, in words of its own. */
const OF_PROGRAM = 'overview.json'

test('no texts of the pages have words of one modality', () => {
  const files = readdirSync(join(ROOT, OF_PAGES), { recursive: true, encoding: 'utf8' })
  const texts = files.filter((file) => file.endsWith('.json') && !file.endsWith(OF_PROGRAM))
  expect(texts.length).toBeGreaterThan(60)
  const keys = new RegExp(`"[^"]*(?:${Object.keys(MODALITY_KEYS).join('|')})[^"]*":`)
  const named = texts.filter((file) => keys.test(readFileSync(join(ROOT, OF_PAGES, file), 'utf8')))
  expect(named).toEqual([])
})

test('every exception is needed', () => {
  const named = sourceFiles().filter(names)
  const needless = Object.keys(EXCEPTIONS).filter(
    (place) => !named.some((file) => starts(file, [place])),
  )
  expect(needless).toEqual([])
})

test('a modality has the class and the tab of the specification', () => {
  expect(ENTRIES.map(({ class: name, tab }) => [name, tab])).toEqual(
    ENTRIES.map(({ key }) => Object.values(MODALITY_KEYS[key])),
  )
  expect(Object.keys(MODALITY_KEYS)).toEqual(['fundus', 'surface', 'octa'])
})

test('a figure that errs too much to be compared has no norm', () => {
  const coarse = ENTRIES.flatMap(({ figures }) => figures.all).filter(isCoarse)
  expect(coarse.map(({ key }) => key)).toContain('vessel.diameter')
  expect(coarse.filter(({ norm }) => norm !== null)).toEqual([])
})
