import { createHash } from 'node:crypto'
import { dicomFacts, ImageRefused, openImage, SILENT } from '@mingmou/analysis/image'
import type { Asked, Told } from './features/files/opening.ts'
import { answerInProcess } from './platform/answering.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function opened(bytes: Buffer, upload_sha256: string): Promise<Told['opened']> {
  try {
    const image = await openImage(bytes)
    const isSame = image.bytes.equals(bytes)
    return {
      image: { ...image, said: image.said === SILENT ? null : image.said },
      sha256: isSame ? upload_sha256 : sha256(image.bytes),
      isSame,
    }
  } catch (fault) {
    if (!(fault instanceof ImageRefused)) throw fault
    const { key, detail } = fault
    return { refused: detail === undefined ? { key } : { key, detail } }
  }
}

/** Opens uploads of the web process, whose calls do not wait, and which no decoder ends. */
answerInProcess<Asked, Told>(async ({ bytes, all }) => {
  const upload_sha256 = all ? sha256(bytes) : ''
  const found = all ? await opened(bytes, upload_sha256) : null
  return { dicom: dicomFacts(bytes), size: bytes.length, upload_sha256, opened: found }
})
