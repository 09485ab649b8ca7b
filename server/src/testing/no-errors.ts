import { stderr } from 'node:process'

/** Level error of pino. */
const ERROR = 50

interface Entry {
  level: number
  msg: string
  [detail: string]: unknown
}

const unexpected: Entry[] = []
const expected = new Map<string, Entry[]>()

/** Takes a line of the log of a test's program. Errors that the test expects are not shown. */
export function heedErrors(line: string): void {
  const entry = JSON.parse(line) as Entry
  const kept = entry.level < ERROR ? undefined : expected.get(entry.msg)
  if (kept !== undefined) {
    kept.push(entry)
    return
  }
  stderr.write(line)
  if (entry.level >= ERROR) unexpected.push(entry)
}

/** This test causes errors with this message. Returns those that come. */
export function expectErrors(msg: string): readonly Entry[] {
  const entries: Entry[] = []
  expected.set(msg, entries)
  return entries
}

/** Fails the test that just ended for errors that it did not expect. */
export function refuseErrors(): void {
  expected.clear()
  const entries = unexpected.splice(0)
  if (entries.length > 0) throw new Error(`errors in the log: ${JSON.stringify(entries, null, 2)}`)
}
