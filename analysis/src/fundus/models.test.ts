import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { NETWORKS, type Task } from './cards.ts'
import { loadModels } from './models.ts'
import { MODELS, TRAINING } from '../testing/files.ts'

const models = await loadModels(MODELS)
afterAll(() => models.close())
const TASKS = Object.keys(NETWORKS) as Task[]

/** The input of the fixtures of training/: channel c at x, y, and a round field of view. */
function drawn(size: number) {
  const plane = size * size
  const image = new Float32Array(3 * plane)
  const field = new Float32Array(plane)
  const middle = (size - 1) / 2
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const line = Math.abs(((x + 2 * y) % 41) - 20) < 3 ? 50 : 0
      for (let c = 0; c < 3; c++)
        image[c * plane + y * size + x] =
          Math.floor(120 + 60 * Math.sin(x / 9 + c) * Math.cos(y / 13) - line) / 255
      const off = (x - middle) ** 2 + (y - middle) ** 2
      field[y * size + x] = Number(off <= (0.48 * size) ** 2)
    }
  return { image, field }
}

test('every folder of models is a network that is used, or a card of rules alone', async () => {
  expect((await readdir(MODELS)).sort()).toEqual(
    [...TASKS, 'quality', 'grading', 'glaucoma', 'measures'].sort(),
  )
})

test.each(TASKS)('the %s network answers as it did in training, to 1e-4', async (task) => {
  const path = join(TRAINING, 'fixtures', `${task}-parity.json`)
  const known = JSON.parse(await readFile(path, 'utf8')) as {
    size: number
    sha256: string
    probability: number[]
  }
  const network = models[task]
  expect(known.sha256).toBe(network.card.sha256)
  const { image, field } = drawn(known.size)
  const answers = await network.run(image, field, known.size, known.size)
  const flat = network.card.labels.flatMap((label) => [...(answers[label] ?? [])])
  expect(flat).toHaveLength(known.probability.length)
  const worst = flat.reduce(
    (most, p, i) => Math.max(most, Math.abs(p - (known.probability[i] ?? 9))),
    0,
  )
  expect(worst).toBeLessThan(1e-4)
})
