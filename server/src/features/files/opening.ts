import { ImageRefused, SILENT, type DicomFacts, type OpenedImage } from '@mingmou/analysis/image'
import type { ImageFault } from '@mingmou/contract'
import { isStranger, type Waiter } from '../../http/turns.ts'
import { processOf } from '../../platform/processes.ts'

/** Where the upload lies on this machine, or its bytes from an object store. */
type Upload = string | Buffer
/** What its header says; that and whether it is a picture, with the thumbnail; or all that an archive keeps. */
type Wanted = 'facts' | 'look' | 'image'

/** What the process is given. */
export interface Asked {
  upload: Upload
  wanted: Wanted
}

type Look = Omit<OpenedImage, 'bytes'>

/** What the process answers. `said`: null where the file says nothing. */
export interface Told {
  dicom: DicomFacts | null
  size: number
  opened:
    | { refused: ImageFault }
    | {
        look: Omit<Look, 'said'> & { said: Look['said'] | null }
        upload_sha256: string
        kept: Kept | null
      }
    | null
}

/** What an archive keeps. `bytes`: null where there was no metadata to take out, and the upload is the image. */
interface Kept {
  bytes: Buffer | null
  sha256: string
}

/** Ten times as long as the slowest decoder may take, which ends by itself. */
const OPTIONS = { idleMs: 600_000, longestMs: 600_000, heapMb: 1024 }
/** A file of a stranger that ends its process takes none of a clinician with it, and strangers' files let other work go first. */
const ofStaff = processOf<Asked, Told>('open-process', { ...OPTIONS, nice: 0 })
const ofStrangers = processOf<Asked, Told>('open-process', { ...OPTIONS, nice: 15 })

const processFor = ({ actor }: Waiter) => (isStranger(actor) ? ofStrangers : ofStaff)
const ask = (by: Waiter, asked: Asked): Promise<Told> => processFor(by).ask(asked)

/** Whoever gets a form sends a file soon: it does not wait for the begin of its process. */
export const expectUpload = (by: Waiter): void => processFor(by).expect()

/** An upload that was looked at beside the process that serves. */
export interface UploadLook {
  image: Look
  dicom: DicomFacts | null
  size: number
  /** Of the file as it came. */
  upload_sha256: string
}

export type OpenedUpload = UploadLook & Kept

async function looked(by: Waiter, upload: Upload, wanted: Wanted) {
  const { opened, dicom, size } = await ask(by, { upload, wanted })
  if (opened === null) throw new Error('the file was not opened')
  if ('refused' in opened) throw new ImageRefused(opened.refused)
  const { look, upload_sha256, kept } = opened
  const image: Look = { ...look, said: look.said ?? SILENT }
  return { looked: { image, dicom, size, upload_sha256 }, kept }
}

/**
 * Looks at a file beside the process that serves, and keeps none of its pixels.
 * @throws {ImageRefused}
 */
export const lookBeside = async (by: Waiter, upload: Upload): Promise<UploadLook> =>
  (await looked(by, upload, 'look')).looked

/**
 * Opens a file beside the process that serves.
 * @throws {ImageRefused}
 */
export async function openBeside(by: Waiter, upload: Upload): Promise<OpenedUpload> {
  const opened = await looked(by, upload, 'image')
  if (opened.kept === null) throw new Error('the file was only looked at')
  return { ...opened.looked, ...opened.kept }
}

/** What a file says of its patient, read beside the process that serves. */
export const saidBeside = async (by: Waiter, upload: Upload): Promise<DicomFacts | null> =>
  (await ask(by, { upload, wanted: 'facts' })).dicom
