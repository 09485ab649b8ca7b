import { existsSync, readFileSync } from 'node:fs'
import { CALLS } from '@mingmou/contract'

/** Calls that no journey makes from a page, each with its reason. */
const LEFT: Readonly<Record<string, string>> = {}

/**
 * What the journeys in Chromium say of the calls of the contract: those that no page made and no
 * reason excuses, and reasons that hold no longer. `file` holds a path a line.
 */
export function callsLeft(file: string): string[] {
  const made = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
  const paths = CALLS.map(({ path }) => path)
  return [
    ...paths.filter((path) => !made.has(path) && LEFT[path] === undefined),
    ...Object.keys(LEFT).filter((path) => made.has(path) || !paths.includes(path)),
  ]
}
