import { parentPort } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/**
 * The thread of a lane: holds networks, lays out what they are to see, and runs them one after the other.
 *
 * @typedef {import('./lane.ts').Asked} Asked
 * @typedef {import('./lane.ts').Answer} Answer
 * @typedef {import('./view.ts').Showing} Showing
 * @typedef {import('./view.ts').Output} Output
 * @typedef {import('./view.ts').View} View
 */

const port = parentPort
if (!port) throw new Error('this program is a thread of another one')

/**
 * Whether the C library keeps large blocks for the whole process (`server/src/config.ts`): then all networks, and our own
 * arithmetic, use the same memory one after the other. Otherwise each network keeps its own: fresh pages for every layer
 * take twice the time.
 */
const isShared = process.platform === 'linux' && 'MALLOC_MMAP_THRESHOLD_' in process.env

/** @type {(threads: number) => InferenceSession.SessionOptions} */
const optionsOf = (threads) => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: !isShared,
  // One block for the whole graph would take half as much memory again.
  enableMemPattern: false,
  // Threads that wait in a busy loop slow down the work between two runs.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
})

/**
 * The place of the crop in the network's input, which is padded at the right and below. It is the first pixel, and the
 * steps to the next pixel along a row and down a column.
 *
 * @typedef {{ width: number, height: number, first: number, right: number, down: number }} Frame
 *
 * @type {(view: View, crop: Showing) => Frame}
 */
function frameOf({ mirrored, quarters }, { width: across, height: along, sides }) {
  /** @type {(side: number) => number} */
  const padded = (side) =>
    'size' in sides ? sides.size : Math.ceil(side / sides.multiple) * sides.multiple
  const lies = quarters % 2 === 1
  const width = padded(lies ? along : across)
  const height = padded(lies ? across : along)
  const [lastColumn, lastRow] = [across - 1, along - 1]
  const { first, right, down } = /** @type {const} */ ([
    { first: 0, right: 1, down: width },
    { first: lastRow, right: width, down: -1 },
    { first: lastRow * width + lastColumn, right: -1, down: -width },
    { first: lastColumn * width, right: -width, down: 1 },
  ])[quarters]
  return mirrored
    ? { width, height, first: first + lastColumn * right, right: -right, down }
    : { width, height, first, right, down }
}

/** @type {(from: Float32Array | Uint8Array, crop: Showing, to: Float32Array, frame: Frame, light: number) => void} */
function layOut(from, { width, height }, to, { first, right, down }, light) {
  // An unturned row is copied whole.
  const plain = right === 1 && light === 1
  for (let y = 0, i = 0; y < height; y++)
    if (plain) to.set(from.subarray(y * width, (y + 1) * width), first + y * down)
    else
      for (let x = 0, at = first + y * down; x < width; x++, at += right, i++) {
        const value = light * (from[i] ?? 0)
        to[at] = value > 1 ? 1 : value
      }
}

/** @type {(data: Float32Array, crop: Showing, frame: Frame, back: Float32Array) => void} */
function bringBack(data, { width, height }, { first, right, down }, back) {
  for (let y = 0, i = 0; y < height; y++)
    if (right === 1) back.set(data.subarray(first + y * down, first + y * down + width), y * width)
    else
      for (let x = 0, at = first + y * down; x < width; x++, at += right, i++)
        back[i] = data[at] ?? 0
}

/**
 * What a network draws over its input, brought back onto the crop; answers for the whole picture as they are.
 *
 * @type {(data: Float32Array, crop: Showing, frame: Frame) => Float32Array}
 */
function onCrop(data, crop, frame) {
  const plane = frame.width * frame.height
  if ('size' in crop.sides) return data
  const pixels = crop.width * crop.height
  const back = new Float32Array((data.length / plane) * pixels)
  for (let from = 0, to = 0; from < data.length; from += plane, to += pixels)
    bringBack(data.subarray(from, from + plane), crop, frame, back.subarray(to, to + pixels))
  return back
}

/** @type {(session: InferenceSession, crop: Showing, view: View) => Promise<Output>} */
async function shown(session, crop, view) {
  const { rgb, inside } = crop
  const frame = frameOf(view, crop)
  const plane = frame.width * frame.height
  const channels = rgb.length / inside.length
  const image = new Float32Array(channels * plane)
  const field = new Float32Array(plane)
  for (let c = 0; c < channels; c++) {
    const from = rgb.subarray(c * inside.length, (c + 1) * inside.length)
    layOut(from, crop, image.subarray(c * plane, (c + 1) * plane), frame, view.light)
  }
  layOut(inside, crop, field, frame, 1)
  const outputs = await session.run({
    image: new Tensor('float32', image, [1, channels, frame.height, frame.width]),
    field: new Tensor('float32', field, [1, 1, frame.height, frame.width]),
  })
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([name, { data }]) =>
      data instanceof Float32Array ? [[name, onCrop(data, crop, frame)]] : [],
    ),
  )
}

/** @type {Map<number, InferenceSession>} */
const held = new Map()

/** @type {(asked: Asked) => Promise<Output[]>} */
async function answer(asked) {
  if ('open' in asked) {
    held.set(asked.open, await InferenceSession.create(asked.bytes, optionsOf(asked.threads)))
    return []
  }
  if ('close' in asked) {
    for (const session of held.values()) await session.release()
    held.clear()
    return []
  }
  const session = held.get(asked.run)
  if (!session) throw new Error('the lane does not hold this network')
  const outputs = []
  for (const view of asked.views) outputs.push(await shown(session, asked.crop, view))
  return outputs
}

/** One after the other: what was asked first is answered first. */
let last = Promise.resolve()
port.on('message', (/** @type {{ id: number, asked: Asked }} */ { id, asked }) => {
  last = last
    .then(() => answer(asked))
    .then(
      (outputs) => {
        /** @type {Answer} */
        const told = { id, outputs }
        const maps = outputs.flatMap((output) => Object.values(output))
        port.postMessage(
          told,
          maps.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer)),
        )
      },
      (/** @type {unknown} */ fault) => port.postMessage({ id, fault }),
    )
})
