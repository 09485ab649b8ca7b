import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MODALITIES } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { NetworkCard } from './cards.ts'
import { loadNetwork } from './models.ts'
import { MODELS_OF_ALL, TRAINING } from './testing/files.ts'

/** Every network of every modality: a folder that holds weights. */
const NETWORKS: [modality: string, task: string][] = []
for (const { key } of MODALITIES)
  for (const task of await readdir(join(MODELS_OF_ALL, key)))
    if (existsSync(join(MODELS_OF_ALL, key, task, 'model.onnx'))) NETWORKS.push([key, task])

/** `layout` is 1, channels, height, width. */
const Card = NetworkCard.extend({ input: z.object({ image: z.object({ layout: z.string() }) }) })

/** The input of the fixtures of training/: channel c at x, y, and a round field of view. */
function drawn(size: number, channels: number) {
  const plane = size * size
  const image = new Float32Array(channels * plane)
  const field = new Float32Array(plane)
  const middle = (size - 1) / 2
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const line = Math.abs(((x + 2 * y) % 41) - 20) < 3 ? 50 : 0
      for (let c = 0; c < channels; c++)
        image[c * plane + y * size + x] =
          Math.floor(120 + 60 * Math.sin(x / 9 + c) * Math.cos(y / 13) - line) / 255
      const off = (x - middle) ** 2 + (y - middle) ** 2
      field[y * size + x] = Number(off <= (0.48 * size) ** 2)
    }
  return { image, field }
}

test('every modality has a network', () => {
  expect(new Set(NETWORKS.map(([modality]) => modality))).toEqual(
    new Set(MODALITIES.map(({ key }) => key)),
  )
})

test.each(NETWORKS)(
  'of %s the %s network answers as it did in training, to 1e-4',
  async (modality, task) => {
    const path = join(TRAINING, 'fixtures', `${task}-parity.json`)
    const known = JSON.parse(await readFile(path, 'utf8')) as {
      size: number
      sha256: string
      probability: number[]
    }
    const options = { task, schema: Card, labels: [], threads: 2 }
    const { network, close } = await loadNetwork(join(MODELS_OF_ALL, modality), options)
    expect(known.sha256).toBe(network.card.sha256)
    const channels = Number(network.card.input.image.layout.split(',')[1])
    const { image, field } = drawn(known.size, channels)
    const answers = await network.run(image, field, known.size, known.size)
    await close()
    const flat = network.card.labels.flatMap((label) => [...(answers[label] ?? [])])
    expect(flat).toHaveLength(known.probability.length)
    const worst = flat.reduce(
      (most, p, i) => Math.max(most, Math.abs(p - (known.probability[i] ?? 9))),
      0,
    )
    expect(worst).toBeLessThan(1e-4)
  },
)
