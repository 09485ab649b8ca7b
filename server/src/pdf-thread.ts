import { renderPdf, type Sheet } from './features/reports/pdf/render.ts'
import { answerInThread } from './platform/answering.ts'

/** Draws the PDFs of the web process, so that its calls do not wait. */
answerInThread(async (sheet: Sheet) => {
  const value = new Uint8Array(await renderPdf(withBuffers(sheet)))
  return { value, transferred: [value.buffer] }
})

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
