import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dicomFacts, ImageRefused, openImage, SILENT } from '@mingmou/analysis/image'
import type { Asked, Told } from './features/files/opening.ts'
import { answerInProcess } from './platform/answering.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function opened(upload: Buffer, isKept: boolean): Promise<Told['opened']> {
  try {
    const { bytes, ...look } = await openImage(upload)
    const upload_sha256 = sha256(upload)
    const isSame = bytes.equals(upload)
    return {
      look: { ...look, said: look.said === SILENT ? null : look.said },
      upload_sha256,
      kept: isKept
        ? { bytes: isSame ? null : bytes, sha256: isSame ? upload_sha256 : sha256(bytes) }
        : null,
    }
  } catch (fault) {
    if (!(fault instanceof ImageRefused)) throw fault
    const { key, detail } = fault
    return { refused: detail === undefined ? { key } : { key, detail } }
  }
}

/** Opens uploads of the web process, whose calls do not wait, and which no decoder ends. */
answerInProcess<Asked, Told>(async ({ upload, wanted }) => {
  const bytes = typeof upload === 'string' ? await readFile(upload) : upload
  const found = wanted === 'facts' ? null : await opened(bytes, wanted === 'image')
  return { dicom: dicomFacts(bytes), size: bytes.length, opened: found }
})
