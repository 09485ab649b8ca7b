import { countRange, LESIONS, REPEATS, stagedOf, borderOf } from '@mingmou/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { readCard } from '../cards.ts'
import { eyeData, MODELS, THREADS } from '../testing/files.ts'
import { fileOf } from '../testing/labels.ts'
import { repeatsOf } from '../testing/repeats.ts'
import { analyseFundus } from './analyse.ts'
import { GradingCard } from './cards.ts'
import { DECISIONS } from './decisions.ts'
import { loadModels } from './models.ts'

test('what the words of counts and borders go by is what the cards say', async () => {
  const { low, high, severe } = (await readCard(MODELS, 'grading', GradingCard)).card.cuts
  expect(REPEATS).toEqual({
    ...DECISIONS.repeats,
    cuts: { low, high, severe },
    many_haemorrhages: DECISIONS.retinopathy.many_haemorrhages,
  })
})

/** None of them is among those that the ranges were measured on. */
const PHOTOGRAPHS = [
  ['idrid-grading', 'IDRiD_012'],
  ['idrid-grading', 'IDRiD_120'],
  ['diaretdb1', 'image007'],
] as const

const models = eyeData ? await loadModels(MODELS, THREADS) : null
afterAll(() => models?.close())

describe.skipIf(!eyeData)('repeats of real photographs (needs EYE_DATA)', () => {
  const [told, inside] = [[] as string[], [] as string[]]

  test.each(PHOTOGRAPHS)('%s %s is told another stage only near its border', async (set, name) => {
    const bytes = await fileOf(set, 'images', name)
    if (!models || !bytes) throw new Error('no labelled photographs are there')
    const all = []
    for (const repeat of await repeatsOf(bytes))
      all.push((await analyseFundus(repeat, models)).findings)
    for (const one of all)
      for (const other of all.filter((repeat) => repeat !== one)) {
        if (one.dr_grade !== null && other.dr_grade !== null && one.dr_grade !== other.dr_grade)
          expect([one, other].some((either) => borderOf(stagedOf(either)) !== null)).toBe(true)
        for (const kind of LESIONS)
          for (const of of ['count', 'uncounted'] as const) {
            const [count, repeated] = [one, other].map(({ lesions }) => lesions?.[kind][of] ?? 0)
            if (!count || repeated === undefined) continue
            const spread = REPEATS[of === 'count' ? 'counts' : 'uncounted'][kind]
            const [low, high] = countRange(count, spread)
            const line = `${name} ${kind} ${of}: ${count} is stated as ${low}-${high}, ${repeated} found`
            told.push(line)
            if (repeated >= low && repeated <= high) inside.push(line)
          }
      }
  })

  test('a count of a repeat lies in the stated range, nine times of ten', () => {
    expect(told.length).toBeGreaterThan(50)
    const outside = told.filter((photograph) => !inside.includes(photograph))
    expect(outside.length / told.length, outside.join('\n')).toBeLessThanOrEqual(0.1)
  })
})
