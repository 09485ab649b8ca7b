import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MODELS } from '../testing/files.ts'
import { NETWORKS } from './cards.ts'

test('every folder of models is a network that is used, or a card of rules alone', async () => {
  expect((await readdir(MODELS)).sort()).toEqual(
    [...Object.keys(NETWORKS), 'quality', 'grading', 'glaucoma', 'measures'].sort(),
  )
})
