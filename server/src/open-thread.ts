import { createHash } from 'node:crypto'
import { dicomFacts, ImageRefused, openImage, SILENT } from '@mingmou/analysis/image'
import type { Asked, Told } from './features/files/opening.ts'
import { answerEach } from './platform/thread-side.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What leaves the thread has memory of its own: that of a decoder stays where it is. */
const own = (bytes: Buffer) => new Uint8Array(bytes)

async function opened(bytes: Buffer, upload_sha256: string): Promise<Told['opened']> {
  try {
    const image = await openImage(bytes)
    const isSame = image.bytes.equals(bytes)
    return {
      image: {
        ...image,
        bytes: own(image.bytes),
        thumb: own(image.thumb),
        said: image.said === SILENT ? null : image.said,
      },
      sha256: isSame ? upload_sha256 : sha256(image.bytes),
      isSame,
    }
  } catch (fault) {
    if (!(fault instanceof ImageRefused)) throw fault
    const { key, detail } = fault
    return { refused: detail === undefined ? { key } : { key, detail } }
  }
}

/** Opens uploads of the web process, so that its calls do not wait. */
answerEach<Asked, Told>(async ({ bytes: given, all }) => {
  const bytes = Buffer.from(given.buffer)
  const upload_sha256 = all ? sha256(bytes) : ''
  const found = all ? await opened(bytes, upload_sha256) : null
  const value = { dicom: dicomFacts(bytes), size: bytes.length, upload_sha256, opened: found }
  const transferred =
    found && 'image' in found ? [found.image.bytes.buffer, found.image.thumb.buffer] : []
  return { value, transferred }
})
