import type { Wording } from '../wire/wording.ts'

/** What a kind of image is called, wherever it is named. */
export interface KindNames {
  /** Its tab in the workspace. */
  tab: Wording
  /** One image of it, and the images of a patient. */
  image: Wording
  images: Wording
  /** Why a picture is refused that is of another kind, and what one looks like. */
  not: Wording
  seems: Wording
  /** What a file of a folder looks like, in a line. */
  like: Wording
  /** In a line of the worklist, of a batch, of reports, and of orders. */
  listed: Wording
  reported: Wording
  ordered: Wording
  /** What a device takes. */
  device: Wording
  /** What a camera is told of an order: DICOM in ASCII, which every camera shows. */
  asked: string
  /** Titles of a report, and of the dataset where there is one. */
  report: Wording
  dataset?: Wording
  list: Record<'failed' | 'empty', Wording>
  upload: Record<'button' | 'title' | 'failed' | 'done', Wording>
  /** Of forms and cards that it alone has. */
  words?: Readonly<Record<string, Readonly<Record<string, Wording>>>>
}
