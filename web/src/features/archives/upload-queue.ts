import {
  IMAGE_LIMITS,
  message,
  type ArchiveCalls,
  type Differing,
  type FileSays,
  type KnownSitting,
  type RefusedFile,
  type RefusedRepeats,
  type UploadType,
} from '@mingmou/contract'
import { api } from '../../lib/calls/api.ts'
import { askForm, sendFile } from '../../lib/files/send-file.ts'
import {
  checksumOf,
  fileProblem,
  isDicom,
  withoutSystemFiles,
} from '../../lib/files/file-checks.ts'
import {
  confirmed,
  differingParts,
  isSure,
  renewed,
  surePartsOf,
  type Differs,
} from './differing.ts'

const PARALLEL = 3

export interface Upload {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'refused'
  /** 0-1 of the file sent. */
  share: number
  key: string | null
  /** The reason for its failure or refusal: an encoded message, or the server's words. */
  reason: string | null
  /** null where the page is not served by https. Then the server alone compares. */
  sha256: string | null
  /** The earlier sitting that has this photograph. */
  known: Repeat | null
  /** It is saved all the same. */
  kept: boolean
  /** What its DICOM data say beside the form; null while nobody has read them, and where there are none. */
  differs: Differs | null
}

/** The earlier sitting that has the photograph, or that it stands twice in this list. */
type Repeat = KnownSitting | 'twice'

/** The photograph that this one repeats; null for a new one. */
export function repeatOf(upload: Upload, uploads: readonly Upload[]): Repeat | null {
  if (upload.state === 'refused' || upload.known) return upload.known
  const first = uploads.find(
    (one) => one === upload || (one.sha256 !== null && one.sha256 === upload.sha256),
  )
  return first === upload ? null : 'twice'
}

/** Files that prevent saving come first, so that nobody has to search among forty. */
export function worstFirst(uploads: readonly Upload[], day: string): readonly Upload[] {
  const inTheWay = (one: Upload) =>
    one.state === 'refused' ||
    one.state === 'failed' ||
    (one.differs !== null && differingParts(one.differs, day).length > 0) ||
    repeatOf(one, uploads) !== null
  return uploads.toSorted((a, b) => Number(inTheWay(b)) - Number(inTheWay(a)))
}

/**
 * The files of one archive on their way: three at a time, each with its progress. A failure of one
 * loses none of the others.
 */
export class UploadQueue {
  #uploads: readonly Upload[] = []
  #leftOut = 0
  #nextId = 1
  #adding = Promise.resolve()
  readonly #listeners = new Set<() => void>()
  readonly #senders = new Map<number, AbortController>()
  readonly #type: UploadType
  readonly #calls: Pick<ArchiveCalls, 'known' | 'says'>
  readonly #pid: string

  constructor(type: UploadType, calls: Pick<ArchiveCalls, 'known' | 'says'>, pid: string) {
    this.#type = type
    this.#calls = calls
    this.#pid = pid
  }

  readonly list = (): readonly Upload[] => this.#uploads

  /** Files of the system that came with a folder and are no pictures. */
  readonly leftOut = (): number => this.#leftOut

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks the files first, one after the other: only images are sent. */
  add(files: readonly File[]): Promise<void> {
    this.#adding = this.#adding.then(() => this.#take(files))
    return this.#adding
  }

  async #take(files: readonly File[]): Promise<void> {
    const meant = withoutSystemFiles(files)
    this.#leftOut += files.length - meant.length
    this.#set(this.#uploads)
    for (const file of meant) {
      const fault = await fileProblem(file)
      const full = this.#uploads.filter(counts).length >= IMAGE_LIMITS.perArchive
      const reason = fault ?? (full ? message('images_count') : null)
      const upload: Upload = {
        id: this.#nextId++,
        file,
        state: reason === null ? 'waiting' : 'refused',
        share: 0,
        key: null,
        reason,
        sha256: reason === null ? await checksumOf(file) : null,
        known: null,
        kept: false,
        differs: null,
      }
      this.#set([...this.#uploads, upload])
      this.#work()
    }
    await this.#compare()
  }

  /**
   * Asks which of the files the institution has already. If that fails, the server checks when the
   * list is saved.
   */
  async #compare(): Promise<void> {
    const asked = this.#uploads.flatMap(({ sha256, known }) => (sha256 && !known ? [sha256] : []))
    if (asked.length === 0) return
    const answer = await api(this.#calls.known, { sha256: [...new Set(asked)] }).catch(() => null)
    for (const { sha256, ...sitting } of answer?.rows ?? []) {
      for (const upload of this.#uploads) {
        if (upload.sha256 === sha256) this.#change(upload.id, { known: sitting })
      }
    }
  }

  /** The repeats that the server found on saving. */
  markRepeats({ repeats }: RefusedRepeats): void {
    for (const { key, sitting } of repeats) {
      const upload = this.#uploads.find((one) => one.key === key)
      if (upload) this.#change(upload.id, { known: sitting ?? 'twice' })
    }
  }

  /** What the server read in files beside the form. */
  markSaid(files: readonly FileSays[]): void {
    for (const file of files) {
      const upload = this.#uploads.find((one) => one.key === file.key)
      if (upload) this.#change(upload.id, { differs: renewed(upload.differs, file) })
    }
  }

  /** Confirms that a file is of the person, eye and day of the form all the same, or withdraws that. */
  sure(id: number, sure: boolean, day: string): void {
    const differs = this.#uploads.find((one) => one.id === id)?.differs
    if (differs) this.#change(id, { differs: confirmed(differs, day, sure) })
  }

  /** What is confirmed of each arrived file, for the day in the form. */
  confirmed(day: string): Differing[][] {
    return this.#uploads.flatMap(({ key, differs }) =>
      key === null ? [] : [differs ? surePartsOf(differs, day) : []],
    )
  }

  /** Asks what a file says that has arrived. If that fails, the server asks when the list is saved. */
  async #compareSaid(key: string): Promise<void> {
    const asked = { pid: this.#pid, files_path: [key] }
    const answer = await api(this.#calls.says, asked).catch(() => null)
    this.markSaid(answer?.rows ?? [])
  }

  /** The file that the server refused on saving. */
  markRefused({ refused }: RefusedFile, reason: string): void {
    const upload = this.#uploads.find((one) => one.key === refused.upload)
    if (upload) this.#change(upload.id, { state: 'refused', key: null, reason })
  }

  /** Confirms that a photograph is saved again, or withdraws that. */
  keep(id: number, kept: boolean): void {
    this.#change(id, { kept })
  }

  /** The keys of repeated photographs that are saved all the same. */
  repeated(): string[] {
    return this.#uploads.flatMap(({ key, kept }) => (key !== null && kept ? [key] : []))
  }

  retry(id: number): void {
    this.#change(id, { state: 'waiting', share: 0, reason: null })
    this.#work()
  }

  remove(id: number): void {
    this.#set(this.#uploads.filter((upload) => upload.id !== id))
    this.#senders.get(id)?.abort()
  }

  /** Stops all running uploads. */
  stop(): void {
    for (const upload of this.#uploads) this.remove(upload.id)
  }

  /** The keys of the arrived files, in the order of the list. */
  keys(): string[] {
    return this.#uploads.flatMap(({ key }) => (key === null ? [] : [key]))
  }

  /** The names that the arrived files have on this computer. */
  names(): string[] {
    return this.#uploads.flatMap(({ key, file }) => (key === null ? [] : [file.name]))
  }

  /** The reason why the list cannot be saved with this day, as an encoded message. */
  problem(day = ''): string | null {
    if (this.#uploads.some(({ state }) => state === 'refused')) return 'upload_refused'
    if (this.#uploads.some(({ state }) => state !== 'done')) return 'upload_unfinished'
    if (this.#uploads.some(({ differs }) => differs && !isSure(differs, day)))
      return 'upload_differs'
    const open = this.#uploads.some((one) => !one.kept && repeatOf(one, this.#uploads) !== null)
    return open ? 'upload_repeated' : null
  }

  #work(): void {
    const free = PARALLEL - this.#uploads.filter(({ state }) => state === 'sending').length
    const waiting = this.#uploads.filter(({ state }) => state === 'waiting')
    for (const upload of waiting.slice(0, Math.max(0, free))) void this.#send(upload)
  }

  async #send({ id, file }: Upload): Promise<void> {
    const sender = new AbortController()
    this.#senders.set(id, sender)
    this.#change(id, { state: 'sending' })
    try {
      const key = await sendFile(
        await askForm(this.#type, file),
        file,
        (share) => this.#change(id, { share }),
        sender.signal,
      )
      this.#change(id, { state: 'done', share: 1, key })
      if (await isDicom(file)) void this.#compareSaid(key)
    } catch (error) {
      this.#change(id, { state: 'failed', reason: error instanceof Error ? error.message : '' })
    } finally {
      this.#senders.delete(id)
      this.#work()
    }
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((one) => (one.id === id ? { ...one, ...change } : one)))
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    this.#listeners.forEach((listener) => listener())
  }
}

const counts = ({ state }: Upload) => state !== 'refused'
