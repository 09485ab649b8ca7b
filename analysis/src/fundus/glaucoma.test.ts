import { findingText, LANGUAGES } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { MODELS } from '../testing/files.ts'
import { loadModels } from './models.ts'
import { suspicionOf } from './glaucoma.ts'

const { glaucoma: rules, close } = await loadModels(MODELS)
await close()

const NO_RIM = { rim: null, isnt: null }
const bandOf = (vcdr: number) =>
  suspicionOf(vcdr, NO_RIM, null, { vcdr: 0.05, rim: 0.02 }, rules).band

test.each([
  [0.54, 'low'],
  [0.594, 'low'],
  [0.596, 'watch'],
  [0.644, 'watch'],
  [0.69, 'suspect'],
  [0.794, 'suspect'],
  [0.796, 'high'],
  [0.83, 'high'],
] as const)('the ratio %d is told %s, as the printed number lies in the table', (vcdr, band) => {
  expect(bandOf(vcdr)).toBe(band)
})

test('the table in words has the bounds of the card', () => {
  const { watch, suspect, high } = rules.from
  const bounds = [watch, suspect, high].map((bound) => bound.toFixed(2))
  for (const language of LANGUAGES)
    expect(findingText(language, 'glaucoma.table').match(/0\.\d\d/g)).toEqual(bounds)
})
