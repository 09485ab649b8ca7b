import { imageMessage, type ImageFault } from '@mingmou/contract'

/** A refused file. `key` is a message of the contract, `detail` what it says of the file. */
export class ImageRefused extends Error {
  readonly key: ImageFault['key']
  readonly detail: string | undefined

  constructor(fault: ImageFault['key'] | ImageFault, cause?: unknown) {
    const { key, detail }: ImageFault = typeof fault === 'string' ? { key: fault } : fault
    super(detail === undefined ? key : `${key}|${detail}`, { cause })
    this.name = 'ImageRefused'
    this.key = key
    this.detail = detail
  }

  /** The encoded message about a file of this name. */
  of(name: string): string {
    const { key, detail } = this
    return imageMessage(detail === undefined ? { key } : { key, detail }, name)
  }
}
