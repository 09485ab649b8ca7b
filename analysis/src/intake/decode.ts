import { Worker } from 'node:worker_threads'
import { IMAGE_LIMITS } from '@mingmou/contract'
import { ImageRefused } from './refused.ts'

/** What is decoded in a worker of its own. `count`, size and channels are those that a file says of RLE. */
export interface Job {
  codec: keyof typeof NAMES
  bytes: Uint8Array
  width: number
  height: number
  count: number
  channels: number
  bytesOfValue: number
}

export interface Decoded {
  width: number
  height: number
  channels: number
  bits: number
  data: Uint8Array | Uint16Array | Int16Array
  /** Channels one after the other. */
  planar: boolean
}

const NAMES = {
  rle: 'RLE',
  lossless: 'JPEG Lossless',
  'jpeg-ls': 'JPEG-LS',
  'jpeg-2000': 'JPEG 2000',
} as const

/**
 * A picture that takes longer is refused: time of the processor, more for more values and more bytes, and of the clock
 * where others use the processor too, ms. A few bytes that claim to be a large picture are soon found out.
 */
const busyMs = ({ count, channels, bytes }: Job) =>
  1000 + Math.min(8000, (count * channels) / 8000, bytes.length / 100)
const MOST_MS = 60_000
const LOOK_MS = 250
const JPEG_END = Buffer.from([0xff, 0xd9])
/** OpenJPEG holds each value in several copies of four bytes. */
const MOST_VALUES = { 'jpeg-2000': 3 * 24_000_000 }

/**
 * Decodes a compressed picture in a thread of its own, which ends with it: a decoder that runs wild
 * holds up nobody. The size is checked before.
 * @throws {ImageRefused}
 */
export async function decodeAside(job: Job): Promise<Decoded> {
  const detail = NAMES[job.codec]
  if (job.width * job.height > IMAGE_LIMITS.maxPixels) throw new ImageRefused('image_too_large')
  if (job.codec === 'jpeg-2000' && job.width * job.height * job.channels > MOST_VALUES[job.codec])
    throw new ImageRefused({ key: 'image_slow', detail })
  // For bytes that are not there the decoder of JPEG-LS waits without end, and that of JPEG 2000 shows what it has.
  if (job.codec.startsWith('jpeg-') && Buffer.from(job.bytes).lastIndexOf(JPEG_END) < 0)
    throw new ImageRefused('image_cut')
  const answer = await inWorker(job, () => new ImageRefused({ key: 'image_slow', detail }))
  if ('decoded' in answer) return answer.decoded
  if (answer.fault === 'cut') throw new ImageRefused('image_cut')
  if (answer.fault === 'sampling')
    throw new ImageRefused({ key: 'image_colours', detail: `${detail} 4:2:2` })
  throw new ImageRefused('image_damaged', answer.fault)
}

function inWorker(
  job: Job,
  late: () => ImageRefused,
): Promise<{ decoded: Decoded } | { fault: string }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./decode-worker.js', import.meta.url), {
      workerData: job,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    const [begun, used] = [Date.now(), process.cpuUsage()]
    const timer = setInterval(() => {
      // What else the process does meanwhile is not the picture's: no more than its thread was at work.
      const { user, system } = process.cpuUsage(used)
      const { active } = worker.performance.eventLoopUtilization()
      const busy = Math.min((user + system) / 1000, active)
      if (busy < busyMs(job) && Date.now() - begun < MOST_MS) return
      end(() => reject(late()))
    }, LOOK_MS)
    const end = (settle: () => void) => {
      clearInterval(timer)
      settle()
      void worker.terminate()
    }
    worker.once('message', (answer: { decoded: Decoded } | { fault: string }) =>
      end(() => resolve(answer)),
    )
    worker.once('error', (fault) => end(() => resolve({ fault: fault.message })))
    worker.once('exit', () => end(() => resolve({ fault: 'the decoder ended' })))
  })
}
