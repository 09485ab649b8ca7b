import type { Readable } from 'node:stream'

export interface UploadForm {
  /** A path of this server, or the address of the object store. */
  url: string
  fields: Record<string, string>
  expires_at: Date
}

export interface StoredFile {
  size: number
  type: string
}

/** No space left where the files are kept. */
export class StorageFull extends Error {}
export class FileMissing extends Error {}

/** Where files are kept: a folder on disk, or an object store. Keys are `a/b/c.ext` of safe characters. */
export interface Files {
  /** Resolves when the file is durable; a key is written once. Throws StorageFull; leaves nothing half-made. */
  put(key: string, data: Buffer | Readable, type: string): Promise<void>
  /** Throws FileMissing. */
  read(key: string): Promise<Buffer>
  open(key: string): Promise<Readable>
  stat(key: string): Promise<StoredFile | null>
  remove(keys: readonly string[]): Promise<void>
  /** Keys under a prefix with their age, for sweeping what was uploaded and never used. */
  list(prefix: string): AsyncIterable<{ key: string; modified: Date }>
  /** A presigned form for keys under the prefix. */
  uploadForm(prefix: string, maxBytes: number): Promise<UploadForm>
  /** A signed address that ends in 15 minutes. */
  signedUrl(key: string): Promise<string>
  ping(): Promise<void>
}
