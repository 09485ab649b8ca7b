import { readdir, readFile } from 'node:fs/promises'
import { FUNDUS_FIGURES } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { Account } from '../cards.ts'
import { cardPath, MODELS } from '../testing/files.ts'
import { NETWORKS } from './cards.ts'

test('every folder of models is a network that is used, or a card of rules alone', async () => {
  expect((await readdir(MODELS)).sort()).toEqual(
    [...Object.keys(NETWORKS), 'quality', 'grading', 'glaucoma', 'measures'].sort(),
  )
})

test('a reference is mean and two standard deviations of the healthy photographs that the card tells', async () => {
  const measured = FUNDUS_FIGURES.all.filter(({ norm }) => norm !== null)
  expect(measured.map(({ key }) => key)).toEqual(['vessel.calibre.avr'])
  const { figures } = Account.parse(JSON.parse(await readFile(await cardPath('vessels'), 'utf8')))
  for (const { key, norm, digits } of measured) {
    const found = (what: string) => {
      const figure = figures.find(({ name }) => name === `${key} in health: ${what}`)
      if (!norm || typeof figure?.value !== 'number') throw new Error(`the card lacks the ${what}`)
      expect(figure.n).toBe(norm.healthy)
      return figure.value
    }
    const [mean, sd] = [found('mean'), found('standard deviation')]
    // Rounded outwards, to the digits that are printed.
    const scale = 10 ** digits
    expect(norm).toMatchObject({
      low: Math.floor(scale * (mean - 2 * sd)) / scale,
      high: Math.ceil(scale * (mean + 2 * sd)) / scale,
    })
  }
})
