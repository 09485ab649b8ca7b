import { begun } from './begun.ts'
import type { Whose } from './whose.ts'

export type DraftState = 'unchanged' | 'waiting' | 'kept' | 'failed'

const PAUSE_MS = 800
const RETRY_MS = 3000

/**
 * Sends what is entered to the server after each pause in typing, one at a time. What could not be
 * sent is tried again until the line is back.
 */
export class DraftKeeper<Content> {
  #send: (content: Content, of: Whose) => Promise<unknown>
  #tell: (state: DraftState) => void
  #waiting: Content | null = null
  /** From the page where it was entered: it may be sent from the next one. */
  #of = begun()
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #held = false

  constructor(
    send: (content: Content, of: Whose) => Promise<unknown>,
    tell: (state: DraftState) => void,
  ) {
    this.#send = send
    this.#tell = tell
  }

  change(content: Content): void {
    this.#waiting = content
    this.#of = begun()
    this.#tell('waiting')
    this.#sendIn(PAUSE_MS)
  }

  /** Sends now what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    await (this.#sending ??= this.#sendAll().finally(() => (this.#sending = null)))
  }

  /** Nothing is sent from here on, not even what is on its way when this resolves. */
  async hold(): Promise<void> {
    this.#held = true
    clearTimeout(this.#timer)
    await this.#sending
  }

  release(): void {
    this.#held = false
    if (this.#waiting !== null) this.#sendIn(PAUSE_MS)
  }

  /** The record is saved, or the draft dropped. */
  forget(): void {
    this.#waiting = null
    this.#tell('unchanged')
  }

  #isWaiting = () => this.#waiting !== null

  #sendIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting !== null && !this.#held) {
      const content = this.#waiting
      this.#waiting = null
      try {
        await this.#send(content, this.#of)
        this.#tell(this.#isWaiting() ? 'waiting' : 'kept')
      } catch {
        this.#waiting ??= content
        this.#tell('failed')
        this.#sendIn(RETRY_MS)
        return
      }
    }
  }
}
