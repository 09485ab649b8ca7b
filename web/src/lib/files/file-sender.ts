import { ERROR, type UploadType } from '@mingmou/contract'
import { ApiError } from '../calls/api-error.ts'
import { fileProblem, withoutSystemFiles } from './file-checks.ts'
import { sendFile } from './send-file.ts'
import { UploadForms } from './upload-forms.ts'

const PARALLEL = 3
const RETRY_MS = 3000

/** A file that a person chose, until the server keeps it. */
export interface Outgoing {
  id: number
  file: File
  /** `lost`: nobody answered, and it is tried again by itself. `kept`: the server had it already. */
  state: 'waiting' | 'sending' | 'lost' | 'failed' | 'refused' | 'kept' | 'arrived'
  /** 0-1 of the file sent. */
  share: number
  /** It is in the store. */
  key: string | null
  /** Why it failed or is refused: an encoded message, or the server's words. */
  reason: string | null
}

interface Options<Kept> {
  type: UploadType
  /** Why there is no room for one more beside those in the list, as an encoded message; null while there is. */
  full: (listed: number) => string | null
  /** Has the server keep a file that is in the store. */
  acknowledge: (key: string, file: File, signal: AbortSignal) => Promise<Kept>
  arrived: (kept: Kept) => Promise<void>
  /** Whether the server keeps the file already. */
  isKept?: (file: File) => Promise<boolean>
  /** Whether a file that arrived stays in the list, which a form saves as a whole. */
  stays?: boolean
}

/**
 * Files on their way, three at a time. A failure of one loses none of the others, and a lost line is tried again by
 * itself. A second try of a file that is in the store sends nothing twice.
 */
export class FileSender<Kept = unknown> {
  #files: readonly Outgoing[] = []
  #leftOut = 0
  /** Those that were chosen with others and are still to be checked. */
  #unchecked: readonly File[] = []
  #nextId = 1
  #adding = Promise.resolve()
  readonly #listeners = new Set<() => void>()
  readonly #senders = new Map<number, AbortController>()
  readonly #options: Options<Kept>
  readonly #forms: UploadForms

  constructor(options: Options<Kept>) {
    this.#options = options
    this.#forms = new UploadForms(options.type)
  }

  readonly list = (): readonly Outgoing[] => this.#files

  /** Files of the system that came with a folder and are no pictures. */
  readonly leftOut = (): number => this.#leftOut

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks the files first, one after the other: only images are sent, and no more than there is room for. */
  add(files: readonly File[]): Promise<void> {
    this.#adding = this.#adding.then(() => this.#take(files))
    return this.#adding
  }

  async #take(files: readonly File[]): Promise<void> {
    const { full, isKept } = this.#options
    const meant = withoutSystemFiles(files)
    this.#leftOut += files.length - meant.length
    this.#set(this.#files)
    for (const [at, file] of meant.entries()) {
      this.#unchecked = meant.slice(at + 1)
      const fault = await fileProblem(file)
      const kept = fault === null && (await isKept?.(file)) === true
      const reason = fault ?? (kept ? null : full(this.#files.filter(takesRoom).length))
      const state = kept ? 'kept' : reason === null ? 'waiting' : 'refused'
      const id = this.#nextId++
      this.#set([...this.#files, { id, file, state, share: kept ? 1 : 0, key: null, reason }])
      this.#work()
    }
  }

  retry(id: number): void {
    const state = this.#files.find((outgoing) => outgoing.id === id)?.state
    if (state !== 'failed' && state !== 'lost') return
    this.#change(id, { state: 'waiting', reason: null })
    this.#work()
  }

  remove(id: number): void {
    this.#set(this.#files.filter((outgoing) => outgoing.id !== id))
    this.#senders.get(id)?.abort()
  }

  /** Takes all those off the list that cannot be sent. */
  removeRefused(): void {
    this.#set(this.#files.filter(({ state }) => state !== 'refused'))
  }

  /** Takes those off the list that the server had already. */
  forgetKept(): void {
    this.#set(this.#files.filter(({ state }) => state !== 'kept'))
  }

  /** A form refused a file that had arrived. */
  refuse(key: string, reason: string): void {
    const refused = this.#files.find((outgoing) => outgoing.key === key)
    if (refused) this.#change(refused.id, { state: 'refused', key: null, reason })
  }

  stop(): void {
    for (const { id } of this.#files) this.remove(id)
  }

  #work(): void {
    const free = PARALLEL - this.#files.filter(({ state }) => state === 'sending').length
    const waiting = this.#files.filter(({ state }) => state === 'waiting')
    for (const outgoing of waiting.slice(0, Math.max(0, free))) void this.#send(outgoing)
  }

  async #send({ id, file, key: before }: Outgoing): Promise<void> {
    const sender = new AbortController()
    const { signal } = sender
    this.#senders.set(id, sender)
    this.#change(id, { state: 'sending' })
    try {
      const progress = (share: number) => this.#change(id, { share })
      const ask = () => this.#forms.of(file, this.#formless)
      const key = before ?? (await sendFile(await ask(), file, progress, signal))
      this.#change(id, { key, share: 1 })
      const kept = await this.#options.acknowledge(key, file, signal)
      if (!this.#files.some((outgoing) => outgoing.id === id)) return
      if (this.#options.stays) this.#change(id, { state: 'arrived' })
      else this.#set(this.#files.filter((outgoing) => outgoing.id !== id))
      void this.#options.arrived(kept)
    } catch (error) {
      this.#fail(id, error)
    } finally {
      this.#senders.delete(id)
      this.#work()
    }
  }

  /** The files that are still to be sent. */
  readonly #formless = () => {
    const listed = this.#files.filter(({ state, key, share }) => {
      const isToCome = state === 'waiting' || (state === 'sending' && share === 0)
      return isToCome && key === null
    })
    return [...listed.map(({ file }) => file), ...this.#unchecked]
  }

  #fail(id: number, error: unknown): void {
    const reason = error instanceof Error ? error.message : ''
    const isLost = isLostLine(error)
    const state = isOfFile(error) ? 'refused' : isLost ? 'lost' : 'failed'
    this.#change(id, { state, reason: isLost ? null : reason })
    if (isLost) setTimeout(() => this.retry(id), RETRY_MS)
  }

  #change(id: number, change: Partial<Outgoing>): void {
    this.#set(
      this.#files.map((outgoing) => (outgoing.id === id ? { ...outgoing, ...change } : outgoing)),
    )
  }

  #set(files: readonly Outgoing[]): void {
    this.#files = files
    this.#listeners.forEach((listener) => listener())
  }
}

const takesRoom = ({ state }: Outgoing) => state !== 'refused' && state !== 'kept'

/** The file itself is refused: a second try would say the same. */
const isOfFile = (error: unknown) =>
  error instanceof ApiError && error.errorCode === ERROR.imageRefused

/** Nobody answered, or nobody of ours: neither the store nor the service said why. */
const isLostLine = (error: unknown) =>
  error instanceof Error && error.message === '' && !(error instanceof ApiError && error.shown)
