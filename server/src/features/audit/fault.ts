/**
 * A fault and its entry, by place in the chain and by number where that is known; or its report.
 */
export interface Fault {
  fault:
    | 'changed'
    | 'moved'
    | 'removed'
    | 'unlinked'
    | 'rewritten'
    | 'anchor removed'
    | 'report changed'
    | 'report removed'
    | 'report unsealed'
  seq: number | null
  id: string | null
  /** The last place, where several are missing. */
  through?: number
  /** Of an anchor. */
  day?: string
  /** The report's id, and its number where the report exists. */
  report?: string
}
