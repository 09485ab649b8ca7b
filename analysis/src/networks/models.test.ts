import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MODALITIES } from '@mingmou/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NetworkCard } from '../cards.ts'
import { PLAIN } from './view.ts'
import { laneOf } from './lane.ts'
import { loadNetwork } from './models.ts'
import { MODELS_OF_ALL, TRAINING } from '../testing/files.ts'

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
  const field = new Uint8Array(plane)
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
  'of %s the %s network answers as it did in training',
  async (modality, task) => {
    const path = join(TRAINING, 'fixtures', `${task}-parity.json`)
    const known = JSON.parse(await readFile(path, 'utf8')) as {
      size: number
      sha256: string
      within: { worst: number; mean: number }
      probability: number[]
    }
    const lane = laneOf(2)
    const options = { task, schema: Card, labels: [], lane }
    const { network } = await loadNetwork(join(MODELS_OF_ALL, modality), options)
    expect(known.sha256).toBe(network.card.sha256)
    const channels = Number(network.card.input.image.layout.split(',')[1])
    const { size } = known
    const { image: rgb, field: inside } = drawn(size, channels)
    const crop = { rgb, inside, width: size, height: size, sides: { size } }
    const [answers = {}] = await network.show(crop, [PLAIN])
    await lane.close()
    const flat = network.card.labels.flatMap((label) => [...(answers[label] ?? [])])
    expect(flat).toHaveLength(known.probability.length)
    const off = flat.map((p, i) => Math.abs(p - (known.probability[i] ?? 9)))
    expect(off.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(known.within.worst)
    expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(known.within.mean)
  },
)

describe('a lane', () => {
  const SIZE = 256
  const { image: rgb, field: inside } = drawn(SIZE, 3)
  const crop = { rgb, inside, width: SIZE, height: SIZE, sides: { size: SIZE } }
  const lane = laneOf(1)
  const open = (task = 'disc') =>
    loadNetwork(join(MODELS_OF_ALL, 'fundus'), { task, schema: Card, labels: [], lane })
  afterAll(() => lane.close())

  test('leaves the thread that asks free to go on', async () => {
    const { network } = await open()
    await network.show(crop, [PLAIN])
    let [turns, isRunning] = [0, true]
    const turn = () => {
      turns++
      if (isRunning) setImmediate(turn)
    }
    const shown = network.show(crop, [PLAIN, PLAIN, PLAIN, PLAIN])
    turn()
    await shown
    isRunning = false
    // Four runs on this thread would leave it a turn or two for each.
    expect(turns).toBeGreaterThan(100)
  })

  test('whose thread ended opens all its networks anew', async () => {
    const networks = [(await open()).network, (await open('disc_alone')).network]
    const shown = () => Promise.all(networks.map(({ show }) => show(crop, [PLAIN])))
    const before = await shown()
    await lane.close()
    expect(await shown()).toEqual(before)
  })

  test('refuses bytes that are no network, and takes them once they are one', async () => {
    const { network } = await open()
    const [plain] = await network.show(crop, [PLAIN])
    let file = Buffer.from('no network')
    const show = lane.hold(() => Promise.resolve(file))
    await expect(show(crop, [PLAIN])).rejects.toThrow()
    file = await readFile(join(MODELS_OF_ALL, 'fundus/disc/model.onnx'))
    const [again] = await show(crop, [PLAIN])
    expect(again?.['probability']?.subarray(0, 9)).toEqual(plain?.['disc']?.subarray(0, 9))
  })

  test('shows each view turned, and brings back what is drawn over it', async () => {
    const { network } = await open()
    const half = { ...crop, sides: { multiple: 32 } }
    const mirrored = { ...PLAIN, mirrored: true }
    const flip = (from: Float32Array) =>
      from.map((_, at) => from[at - (at % SIZE) + SIZE - 1 - (at % SIZE)] ?? 0)
    const [plain = {}] = await network.show(half, [PLAIN])
    const planes = [0, 1, 2].map((c) => flip(rgb.subarray(c * SIZE * SIZE, (c + 1) * SIZE * SIZE)))
    const turned = Float32Array.from(planes.flatMap((plane) => [...plane]))
    const [again = {}] = await network.show({ ...half, rgb: turned }, [mirrored])
    expect(again['disc']).toEqual(flip(plain['disc'] ?? new Float32Array()))
  })
})
