/** What is wrong, and with which entry: by its place in the chain, and by its number where that is known; or with which report. */
export interface Fault {
  fault:
    | 'changed'
    | 'moved'
    | 'removed'
    | 'unlinked'
    | 'rewritten'
    | 'report changed'
    | 'report removed'
    | 'report unsealed'
  seq: number | null
  id: string | null
  /** The last place of several that are missing. */
  through?: number
  /** The report's id, and its number where it is there. */
  report?: string
}
