import { ImageRefused, SILENT, type DicomFacts, type OpenedImage } from '@mingmou/analysis/image'
import type { ImageFault } from '@mingmou/contract'
import { isStranger, type Waiter } from '../../http/turns.ts'
import { threadOf } from '../../platform/threads.ts'

/** What the thread is given. `all`: the picture is opened too, and not its header alone. */
export interface Asked {
  bytes: Uint8Array<ArrayBuffer>
  all: boolean
}

type Plain<T> = { [K in keyof T]: T[K] extends Buffer ? Uint8Array<ArrayBuffer> : T[K] }

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
        image: Plain<Omit<OpenedImage, 'said'>> & { said: OpenedImage['said'] | null }
        sha256: string
        /** Without metadata there was nothing to take out: the upload is the image. */
        isSame: boolean
      }
    | null
}

/** Ten times as long as the slowest decoder may take, which ends by itself. */
const OPTIONS = { idleMs: 600_000, longestMs: 600_000, heapMb: 1024 }
/** A file of a stranger that ends its thread takes none of a clinician with it. */
const ofStaff = threadOf<Asked, Told>('open-thread', OPTIONS)
const ofStrangers = threadOf<Asked, Told>('open-thread', OPTIONS)

/** A file that was opened beside the thread that serves. */
export interface OpenedUpload {
  image: OpenedImage
  dicom: DicomFacts | null
  size: number
  upload_sha256: string
  sha256: string
  isSame: boolean
}

function ask(by: Waiter, bytes: Buffer, all: boolean): Promise<Told> {
  const own =
    bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength
      ? new Uint8Array(bytes.buffer)
      : new Uint8Array(bytes)
  const thread = isStranger(by.actor) ? ofStrangers : ofStaff
  return thread({ bytes: own, all }, [own.buffer])
}

const bufferOf = ({ buffer }: Uint8Array<ArrayBuffer>) => Buffer.from(buffer)

/**
 * Opens a file beside the thread that serves. The bytes go over to that thread: they are gone here.
 * @throws {ImageRefused}
 */
export async function openBeside(by: Waiter, bytes: Buffer): Promise<OpenedUpload> {
  const { opened, ...told } = await ask(by, bytes, true)
  if (opened === null) throw new Error('the file was not opened')
  if ('refused' in opened) throw new ImageRefused(opened.refused)
  const { image, sha256, isSame } = opened
  return {
    ...told,
    sha256,
    isSame,
    image: {
      ...image,
      bytes: bufferOf(image.bytes),
      thumb: bufferOf(image.thumb),
      said: image.said ?? SILENT,
    },
  }
}

/** What a file says of its patient, read beside the thread that serves. The bytes are gone here. */
export const saidBeside = async (by: Waiter, bytes: Buffer): Promise<DicomFacts | null> =>
  (await ask(by, bytes, false)).dicom
