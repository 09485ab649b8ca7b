import { decode } from '../image.ts'
import { dicomFacts, ImageRefused, openImage } from '../intake/index.ts'
import { changedFiles } from './fuzz-files.ts'

/** No file may take longer of the processor to be read or refused, and of the clock where others use it too, ms. */
const MOST_MS = 10_000
const MOST_CLOCK_MS = 60_000
/** Of the whole process, kB. */
export const MOST_KB = 1.5 * 1024 * 1024

export interface Tried {
  read: number
  /** How often each reason was given. */
  refused: Map<string, number>
  /** What fell short, each with the file that can be made again. */
  faults: string[]
  slowestMs: number
  /** Files that were refused as too slow to decode, so that their kinds can be looked at. */
  slow: string[]
}

/** Opens changed files one after the other as an upload is opened. */
export async function tryFiles(
  { seed, from = 0, count }: { seed: number; from?: number; count: number },
  each: (n: number) => void = () => undefined,
): Promise<Tried> {
  const tried: Tried = { read: 0, refused: new Map(), faults: [], slowestMs: 0, slow: [] }
  let n = 0
  for await (const { name, bytes } of changedFiles(seed)) {
    if (n >= from + count) break
    if (n++ < from) continue
    each(n)
    const [start, used] = [performance.now(), process.cpuUsage()]
    try {
      dicomFacts(bytes)
      const image = await openImage(bytes)
      await decode(image.bytes)
      tried.read += 1
    } catch (error) {
      if (error instanceof ImageRefused) {
        tried.refused.set(error.key, (tried.refused.get(error.key) ?? 0) + 1)
        if (error.key === 'image_slow') tried.slow.push(name)
      } else tried.faults.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
    }
    const { user, system } = process.cpuUsage(used)
    const [ms, clock] = [(user + system) / 1000, performance.now() - start]
    tried.slowestMs = Math.max(tried.slowestMs, ms)
    if (ms > MOST_MS || clock > MOST_CLOCK_MS)
      tried.faults.push(`${name}: ${Math.round(ms)} ms of the processor, ${Math.round(clock)} ms`)
  }
  return tried
}
