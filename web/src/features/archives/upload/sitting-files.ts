import {
  IMAGE_LIMITS,
  message,
  type ArchiveCalls,
  type Differing,
  type FileSays,
  type RefusedFile,
  type RefusedRepeats,
  type UploadType,
} from '@mingmou/contract'
import { api } from '../../../lib/calls/api.ts'
import { FileSender } from '../../../lib/files/file-sender.ts'
import { checksumOf, isDicom } from '../../../lib/files/file-checks.ts'
import { confirmed, isSure, renewed, surePartsOf } from './differing.ts'
import { type Marks, type Upload, repeatOf, UNMARKED } from './upload.ts'

/** The files of one sitting, which its form saves together. */
export class SittingFiles {
  readonly sender: FileSender<{ key: string; file: File }>
  #marks: ReadonlyMap<number, Marks> = new Map()
  #uploads: readonly Upload[] = []
  readonly #listeners = new Set<() => void>()
  readonly #calls: Pick<ArchiveCalls, 'known' | 'says'>
  readonly #pid: string

  constructor(type: UploadType, calls: Pick<ArchiveCalls, 'known' | 'says'>, pid: string) {
    this.#calls = calls
    this.#pid = pid
    const { perArchive } = IMAGE_LIMITS
    const sender = new FileSender({
      type,
      full: (listed) => (listed < perArchive ? null : message('images_count')),
      stays: true,
      acknowledge: (key, file) => Promise.resolve({ key, file }),
      arrived: async ({ key, file }) => {
        if (await isDicom(file)) await this.#compareSaid(key)
      },
    })
    sender.subscribe(() => this.#renew())
    this.sender = sender
  }

  readonly list = (): readonly Upload[] => this.#uploads

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async add(files: readonly File[]): Promise<void> {
    await this.sender.add(files)
    for (const { id, file, state, sha256 } of this.#uploads) {
      if (state === 'refused' || sha256 !== null) continue
      const sum = await checksumOf(file)
      if (sum !== null) this.#mark(id, { sha256: sum })
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
        if (upload.sha256 === sha256) this.#mark(upload.id, { known: sitting })
      }
    }
  }

  /** The repeats that the server found on saving. */
  markRepeats({ repeats }: RefusedRepeats): void {
    for (const { key, sitting } of repeats) {
      const upload = this.#uploads.find((candidate) => candidate.key === key)
      if (upload) this.#mark(upload.id, { known: sitting ?? 'twice' })
    }
  }

  /** What the server read in files beside the form. */
  markSaid(files: readonly FileSays[]): void {
    for (const file of files) {
      const upload = this.#uploads.find((candidate) => candidate.key === file.key)
      if (upload) this.#mark(upload.id, { differs: renewed(upload.differs, file) })
    }
  }

  /** Confirms that a file is of the person, eye and day of the form all the same, or withdraws that. */
  sure(id: number, sure: boolean, day: string): void {
    const differs = this.#uploads.find((upload) => upload.id === id)?.differs
    if (differs) this.#mark(id, { differs: confirmed(differs, day, sure) })
  }

  /** What is confirmed of each arrived file, for the day in the form. */
  confirmed(day: string): Differing[][] {
    return this.#arrived().map(({ differs }) => (differs ? surePartsOf(differs, day) : []))
  }

  /** Asks what a file says that has arrived. If that fails, the server asks when the list is saved. */
  async #compareSaid(key: string): Promise<void> {
    const asked = { pid: this.#pid, files_path: [key] }
    const answer = await api(this.#calls.says, asked).catch(() => null)
    this.markSaid(answer?.rows ?? [])
  }

  /** The file that the server refused on saving. */
  markRefused({ refused }: RefusedFile, reason: string): void {
    this.sender.refuse(refused.upload, reason)
  }

  /** Confirms that a photograph is saved again, or withdraws that. */
  keep(id: number, kept: boolean): void {
    this.#mark(id, { kept })
  }

  /** The keys of repeated photographs that are saved all the same. */
  repeated(): string[] {
    return this.#arrived().flatMap(({ key, kept }) => (kept ? [key] : []))
  }

  /** The keys of the arrived files, in the order of the list. */
  keys(): string[] {
    return this.#arrived().map(({ key }) => key)
  }

  /** The names that the arrived files have on this computer. */
  names(): string[] {
    return this.#arrived().map(({ file }) => file.name)
  }

  /** The reason why the list cannot be saved with this day, as an encoded message. */
  problem(day = ''): string | null {
    if (this.#uploads.some(({ state }) => state === 'refused')) return 'upload_refused'
    if (this.#uploads.some(({ state }) => state !== 'arrived')) return 'upload_unfinished'
    if (this.#uploads.some(({ differs }) => differs && !isSure(differs, day)))
      return 'upload_differs'
    const open = this.#uploads.some(
      (upload) => !upload.kept && repeatOf(upload, this.#uploads) !== null,
    )
    return open ? 'upload_repeated' : null
  }

  #arrived(): (Upload & { key: string })[] {
    return this.#uploads.flatMap((upload) =>
      upload.state === 'arrived' && upload.key !== null ? [{ ...upload, key: upload.key }] : [],
    )
  }

  #mark(id: number, marks: Partial<Marks>): void {
    const before = this.#marks.get(id) ?? UNMARKED
    this.#marks = new Map(this.#marks).set(id, { ...before, ...marks })
    this.#renew()
  }

  #renew(): void {
    this.#uploads = this.sender
      .list()
      .map((file) => ({ ...file, ...(this.#marks.get(file.id) ?? UNMARKED) }))
    this.#listeners.forEach((listener) => listener())
  }
}
