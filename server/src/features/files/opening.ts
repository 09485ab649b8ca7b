import { ImageRefused, SILENT, type DicomFacts, type OpenedImage } from '@mingmou/analysis/image'
import type { ImageFault } from '@mingmou/contract'
import { isStranger, type Waiter } from '../../http/turns.ts'
import { processOf } from '../../platform/processes.ts'

/** What the process is given. `all`: the picture is opened too, and not its header alone. */
export interface Asked {
  bytes: Buffer
  all: boolean
}

/** What a file says, and where it was opened what is kept of it or why nothing is. */
export interface Told {
  dicom: DicomFacts | null
  size: number
  /** Of the file as it came. */
  upload_sha256: string
  opened:
    | { refused: ImageFault }
    | {
        /** `said`: null where the file says nothing. */
        image: Omit<OpenedImage, 'said'> & { said: OpenedImage['said'] | null }
        sha256: string
        /** Without metadata there was nothing to take out: the upload is the image. */
        isSame: boolean
      }
    | null
}

/** Ten times as long as the slowest decoder may take, which ends by itself. */
const OPTIONS = { idleMs: 600_000, longestMs: 600_000, heapMb: 1024 }
/** A file of a stranger that ends its process takes none of a clinician with it, and strangers' files let other work go first. */
const ofStaff = processOf<Asked, Told>('open-process', { ...OPTIONS, nice: 0 })
const ofStrangers = processOf<Asked, Told>('open-process', { ...OPTIONS, nice: 15 })

/** A file that was opened beside the process that serves. */
export interface OpenedUpload {
  image: OpenedImage
  dicom: DicomFacts | null
  size: number
  upload_sha256: string
  sha256: string
  isSame: boolean
}

const ask = (by: Waiter, bytes: Buffer, all: boolean): Promise<Told> =>
  (isStranger(by.actor) ? ofStrangers : ofStaff)({ bytes, all })

/**
 * Opens a file beside the process that serves.
 * @throws {ImageRefused}
 */
export async function openBeside(by: Waiter, bytes: Buffer): Promise<OpenedUpload> {
  const { opened, ...told } = await ask(by, bytes, true)
  if (opened === null) throw new Error('the file was not opened')
  if ('refused' in opened) throw new ImageRefused(opened.refused)
  const { image, sha256, isSame } = opened
  return { ...told, sha256, isSame, image: { ...image, said: image.said ?? SILENT } }
}

/** What a file says of its patient, read beside the process that serves. */
export const saidBeside = async (by: Waiter, bytes: Buffer): Promise<DicomFacts | null> =>
  (await ask(by, bytes, false)).dicom
