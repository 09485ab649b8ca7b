import { addBatchFile, BATCH, message, type BatchFile, type Modality } from '@mingmou/contract'
import { api } from '../../lib/api.ts'
import { sendFile, uploadForms } from '../../lib/send-file.ts'
import { fileProblem } from './checks.ts'

const PARALLEL = 3

/** A file that the server has not acknowledged yet. */
export interface Outgoing {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'failed' | 'refused'
  /** 0-1 of the file sent. */
  share: number
  /** It arrived; the server has still to read it. */
  key: string | null
  reason: string | null
}

/**
 * The files of a batch on their way, three at a time. An acknowledged file leaves the list: from then on the server
 * keeps it. A second try of one that arrived sends nothing twice.
 */
export class BatchSender {
  #files: readonly Outgoing[] = []
  #nextId = 1
  #adding = Promise.resolve()
  readonly #listeners = new Set<() => void>()
  readonly #senders = new Map<number, AbortController>()
  readonly #modality: Modality
  readonly #form: ReturnType<typeof uploadForms>
  readonly #arrived: (file: BatchFile) => Promise<void>
  /** How many files the server keeps that are not filed. */
  readonly #open: () => number

  constructor(modality: Modality, open: () => number, arrived: (file: BatchFile) => Promise<void>) {
    this.#modality = modality
    this.#form = uploadForms(modality)
    this.#open = open
    this.#arrived = arrived
  }

  readonly list = (): readonly Outgoing[] => this.#files

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks the files first, one after the other: only images are sent, and forty at most. */
  add(files: readonly File[]): Promise<void> {
    this.#adding = this.#adding.then(() => this.#take(files))
    return this.#adding
  }

  async #take(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const fault = await fileProblem(file)
      const coming = this.#files.filter(({ state }) => state !== 'refused').length
      const full = this.#open() + coming >= BATCH.files
      const reason = fault ?? (full ? message('batch_count') : null)
      const state = reason === null ? 'waiting' : 'refused'
      const id = this.#nextId++
      this.#set([...this.#files, { id, file, state, share: 0, key: null, reason }])
      this.#work()
    }
  }

  retry(id: number): void {
    this.#change(id, { state: 'waiting', reason: null })
    this.#work()
  }

  remove(id: number): void {
    this.#set(this.#files.filter((one) => one.id !== id))
    this.#senders.get(id)?.abort()
  }

  stop(): void {
    for (const { id } of this.#files) this.remove(id)
  }

  #work(): void {
    const free = PARALLEL - this.#files.filter(({ state }) => state === 'sending').length
    const waiting = this.#files.filter(({ state }) => state === 'waiting')
    for (const one of waiting.slice(0, Math.max(0, free))) void this.#send(one)
  }

  async #send({ id, file, key: before }: Outgoing): Promise<void> {
    const sender = new AbortController()
    const { signal } = sender
    this.#senders.set(id, sender)
    this.#change(id, { state: 'sending' })
    try {
      const progress = (share: number) => this.#change(id, { share })
      const key = before ?? (await sendFile(await this.#form(), file, progress, signal))
      this.#change(id, { key, share: 1 })
      const body = { modality: this.#modality, key, name: file.name }
      const added = await api(addBatchFile, body, { signal })
      if (this.#files.some((one) => one.id === id)) {
        this.#set(this.#files.filter((one) => one.id !== id))
        await this.#arrived(added)
      }
    } catch (error) {
      this.#change(id, { state: 'failed', reason: error instanceof Error ? error.message : '' })
    } finally {
      this.#senders.delete(id)
      this.#work()
    }
  }

  #change(id: number, change: Partial<Outgoing>): void {
    this.#set(this.#files.map((one) => (one.id === id ? { ...one, ...change } : one)))
  }

  #set(files: readonly Outgoing[]): void {
    this.#files = files
    this.#listeners.forEach((listener) => listener())
  }
}
