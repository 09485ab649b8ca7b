import type { MessageKey } from '@mingmou/contract'

type RefusalKey = Extract<
  MessageKey,
  | 'image_unreadable'
  | 'image_type'
  | 'image_empty'
  | 'image_heic'
  | 'image_animated'
  | 'image_too_large'
>

/** A refused file. `key` is a message of the contract. */
export class ImageRefused extends Error {
  constructor(
    readonly key: RefusalKey,
    cause?: unknown,
  ) {
    super(key, { cause })
    this.name = 'ImageRefused'
  }
}
