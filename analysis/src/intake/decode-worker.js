import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { decodeLossless } from './jpeg/jpeg-lossless.js'
import { decodeRle } from './rle.js'

/**
 * One compressed picture, decoded beside the program, which ends this worker when it takes too long.
 *
 * @typedef {import('./decode.ts').Job} Job
 * @typedef {import('./decode.ts').Decoded} Decoded
 */

const require = createRequire(import.meta.url)

/**
 * What both codecs have.
 *
 * @typedef {object} Decoder
 * @property {(length: number) => Uint8Array} getEncodedBuffer
 * @property {() => void} decode
 * @property {() => { width: number, height: number, bitsPerSample: number, componentCount: number, isSigned?: boolean }} getFrameInfo
 * @property {() => Uint8Array} getDecodedBuffer
 * @property {() => number} [getInterleaveMode]
 *
 * @typedef {(options: object) => Promise<Record<string, new () => Decoder>>} Make
 */

/** @type {(make: unknown, wasm: string, kind: string, bytes: Uint8Array) => Promise<Decoded>} */
async function byCodec(make, wasm, kind, bytes) {
  const quiet = () => undefined
  const options = { wasmBinary: readFileSync(wasm), print: quiet, printErr: quiet }
  const { [kind]: Made } = await /** @type {Make} */ (make)(options)
  if (!Made) throw new Error('damaged')
  const decoder = new Made()
  decoder.getEncodedBuffer(bytes.length).set(bytes)
  try {
    decoder.decode()
  } catch (fault) {
    throw new Error('damaged', { cause: fault })
  }
  const {
    width,
    height,
    bitsPerSample: bits,
    componentCount: channels,
    isSigned,
  } = decoder.getFrameInfo()
  const raw = Uint8Array.from(decoder.getDecodedBuffer())
  const size = width * height * channels
  if (size === 0 || raw.length < size * (bits > 8 ? 2 : 1)) throw new Error('damaged')
  const wide = isSigned
    ? new Int16Array(raw.buffer, 0, bits > 8 ? size : 0)
    : new Uint16Array(raw.buffer, 0, bits > 8 ? size : 0)
  const planar = kind === 'JpegLSDecoder' && channels > 1 && decoder.getInterleaveMode?.() === 0
  const data = bits > 8 ? wide : isSigned ? Int16Array.from(new Int8Array(raw.buffer)) : raw
  return { width, height, channels, bits, data, planar }
}

/** @type {(job: Job) => Promise<Decoded>} */
async function decode({ codec: name, bytes, count, channels, bytesOfValue, width, height }) {
  if (name === 'lossless') return { ...decodeLossless(bytes), planar: false }
  if (name === 'jpeg-ls') {
    const wasm = require.resolve('@cornerstonejs/codec-charls/decodewasm')
    return byCodec(
      require('@cornerstonejs/codec-charls/decodewasmjs'),
      wasm,
      'JpegLSDecoder',
      bytes,
    )
  }
  if (name === 'jpeg-2000') {
    const wasm = require.resolve('@cornerstonejs/codec-openjpeg/decodewasm')
    return byCodec(require('@cornerstonejs/codec-openjpeg/decodewasmjs'), wasm, 'J2KDecoder', bytes)
  }
  const data = decodeRle(bytes, count, channels, bytesOfValue)
  return { width, height, channels, bits: 8 * bytesOfValue, data, planar: false }
}

try {
  const decoded = await decode(/** @type {Job} */ (workerData))
  parentPort?.postMessage({ decoded }, [/** @type {ArrayBuffer} */ (decoded.data.buffer)])
} catch (fault) {
  parentPort?.postMessage({ fault: fault instanceof Error ? fault.message : 'damaged' })
}
