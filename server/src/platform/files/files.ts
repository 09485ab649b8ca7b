import type { Readable } from 'node:stream'

export interface UploadForm {
  /** A path of this server, or the address of the object store. */
  url: string
  fields: Record<string, string>
  expires_at: Date
}

/** What an upload form lets in. */
export interface Terms {
  maxBytes: number
  /** The session that the form ends with; null for a visitor. */
  session: FormSession | null
}

export interface FormSession {
  uid: string
  sid: string
}

export interface StoredFile {
  size: number
  type: string
}

/** No space left where the files are kept. */
export class StorageFull extends Error {}
/** The store does not answer, or answers with a fault of its own. */
export class StorageAway extends Error {}
export class FileMissing extends Error {}
/** The file has more bytes than its reader takes, whatever the store says of its size. */
export class FileTooLarge extends Error {}

/** No file that is read as a whole is larger: memory holds it. */
export const READ_BYTES = 256 * 1024 * 1024

/** A header by which a browser saves a file under a name instead of showing it (RFC 8187). */
export function attachment(name: string): string {
  const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, percent)}`
}

/**
 * What is written, by how much of the reserve it leaves. What can be made again, or comes from
 * strangers, leaves twice as much, so that it is refused before a clinician is. What was begun may use
 * half of it, and what puts the program itself on record all.
 */
export type Claim = 'spare' | 'new' | 'begun' | 'record'

/**
 * The store of files: a folder on disk, or an object store. Keys are `a/b/c.ext` of safe
 * characters.
 */
export interface Files {
  /**
   * Resolves when the file is durable. An existing file is replaced as a whole. Throws StorageFull
   * where the disk would have less free than the claim leaves, and leaves nothing half-made.
   */
  put(key: string, data: Buffer | Readable, type: string, claim?: Claim): Promise<void>
  /**
   * Keeps a file under a second key, which must be new. Resolves when that is durable. Throws
   * FileMissing.
   */
  copy(from: string, to: string, type: string): Promise<void>
  /** Throws FileMissing, and FileTooLarge where it has more bytes than that. */
  read(key: string, mostBytes?: number): Promise<Buffer>
  /** Throws FileMissing. */
  open(key: string): Promise<Readable>
  stat(key: string): Promise<StoredFile | null>
  /** A folder that this leaves empty goes too. */
  remove(keys: readonly string[]): Promise<void>
  /** Keys under a prefix with their age, for sweeping unused uploads. */
  list(prefix: string): AsyncIterable<{ key: string; modified: Date }>
  /** A presigned form for one file under this key. */
  uploadForm(key: string, terms: Terms): Promise<UploadForm>
  /** A signed address that ends within 15 minutes. */
  signedUrl(key: string, reading?: Reading): Promise<string>
  ping(): Promise<void>
  /** This server's own door for forms and signed addresses; null where an object store has its own. */
  door: FileDoor | null
}

/** How a file behind a signed address is read. */
export interface Reading {
  /** The name to save it under. Such a file is never cached and never shown. */
  saveAs?: string
  /** Whether the browser may keep it until the address ends; it may by default. */
  kept?: boolean
}

/** What a signed address of this server admits. */
export interface AdmittedRead {
  ends: Date
  saveAs: string | null
  kept: boolean
}

export interface Admitted extends Terms {
  /** Whether the file has the folder to itself, or stands under the one key of the form. */
  alone: boolean
}

/**
 * The permission in a form or a signed address of this server; null when it is not ours, was
 * changed or has expired.
 */
export interface FileDoor {
  /** A form for one file in a folder, whose name the client chooses. An object store has no such form. */
  uploadForm(folder: string, terms: Terms): UploadForm
  /** What the form allows for the key. */
  admitUpload(form: Record<string, string>, key: string): Admitted | null
  /** Streams an upload to its place; false when the form has been used already. */
  receive(
    key: string,
    admitted: Admitted & { claim: Claim },
    data: AsyncIterable<Buffer>,
  ): Promise<boolean>
  /** Where the file lies on this machine. */
  placeOf(key: string): string
  admitRead(key: string, query: Record<string, string>): AdmittedRead | null
}
