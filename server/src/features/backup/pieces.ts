import { PIECE_BYTES, type Vault } from './vault.ts'

/** Cuts a stream of bytes into pieces and keeps them. */
export class Cutter {
  readonly names: string[] = []
  readonly #vault: Vault
  #waiting: Buffer[] = []
  #bytes = 0
  size = 0

  constructor(vault: Vault) {
    this.#vault = vault
  }

  async add(data: Buffer): Promise<void> {
    this.size += data.length
    for (let from = 0; from < data.length;) {
      const part = data.subarray(from, from + PIECE_BYTES - this.#bytes)
      this.#waiting.push(part)
      this.#bytes += part.length
      from += part.length
      if (this.#bytes === PIECE_BYTES) await this.cut()
    }
  }

  /** Ends the present piece, so that what follows makes pieces of its own. */
  async cut(): Promise<void> {
    if (this.#bytes === 0) return
    const piece = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#bytes = 0
    this.names.push(await this.#vault.put(piece))
  }
}

export async function keepStream(
  vault: Vault,
  stream: AsyncIterable<Buffer>,
): Promise<{ pieces: string[]; size: number }> {
  const cutter = new Cutter(vault)
  for await (const data of stream) await cutter.add(data)
  await cutter.cut()
  return { pieces: cutter.names, size: cutter.size }
}

export async function* readPieces(vault: Vault, pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of pieces) yield await vault.get(name)
}

/** Does the work for each item, four at a time. */
export async function forEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  try {
    for await (const item of items) {
      const job = work(item).finally(() => running.delete(job))
      running.add(job)
      if (running.size >= 4) await Promise.race(running)
    }
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
  }
}
