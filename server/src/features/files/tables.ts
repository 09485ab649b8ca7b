import { inTurns, turnOf, type Waiter } from '../../http/turns.ts'
import { threadOf } from '../../platform/threads.ts'

/** Many times as long as the largest table takes. */
const OPTIONS = { idleMs: 60_000, longestMs: 120_000, heapMb: 1024 }

/** A table, and what is asked of it. */
interface Asked {
  of: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Reads tables of one kind beside the thread that serves, one at a time, institutions and then people in turn. */
export function tableReader<Told>(): (by: Waiter, asked: Asked) => Promise<Told> {
  const ask = threadOf<Asked, Told>('table-thread', OPTIONS)
  const inTurn = inTurns(1)
  return (by, asked) => inTurn(() => ask(asked, [asked.bytes.buffer]), turnOf(by))
}
