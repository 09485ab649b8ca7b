import { threadOf } from '../../../platform/threads.ts'
import type { Sheet } from './render.ts'

/** With its fonts the thread holds memory. A hundred times as long as the longest report takes. */
const draw = threadOf<Sheet, Uint8Array<ArrayBuffer>>('pdf-thread', {
  idleMs: 60_000,
  longestMs: 60_000,
  heapMb: 512,
})

/** Draws a PDF beside the thread that serves. */
export const renderBeside = async (sheet: Sheet): Promise<Buffer> =>
  Buffer.from((await draw(sheet)).buffer)
