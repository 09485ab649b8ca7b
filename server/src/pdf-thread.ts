import { parentPort } from 'node:worker_threads'
import { renderPdf, type Sheet } from './features/reports/pdf/render.ts'

/** Draws the PDFs of the web process, so that its calls do not wait. One message for each, one answer. */
parentPort?.on('message', ({ id, sheet }: { id: number; sheet: Sheet }) => {
  void answer(id, sheet)
})

async function answer(id: number, sheet: Sheet): Promise<void> {
  try {
    const file = new Uint8Array(await renderPdf(withBuffers(sheet)))
    parentPort?.postMessage({ id, file }, [file.buffer])
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
}

/** A buffer arrives as plain bytes. */
const withBuffers = (sheet: Sheet): Sheet => ({
  ...sheet,
  drawn: new Map(
    [...sheet.drawn].map(([picture, { bytes, shape }]) => [
      picture,
      { bytes: Buffer.from(bytes), shape },
    ]),
  ),
})
