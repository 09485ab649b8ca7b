import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder } from '../../platform/database/embedded/folder.ts'
import { BackupFault } from './fault.ts'
import type { Segment } from './manifest.ts'
import type { Vault } from './vault.ts'

/** Timeline, number of 4 GiB, number of 16 MiB in it. Names of one timeline are in their order. */
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
const PER_NUMBER = 256

/** Keeps the wanted segments of the log, each a piece of its own. */
export async function keepSegments(
  home: string,
  vault: Vault,
  wanted: (name: string) => boolean,
): Promise<Segment[]> {
  const folder = join(clusterFolder(home), 'pg_wal')
  const segments: Segment[] = []
  for (const name of (await readdir(folder)).sort()) {
    if (!SEGMENT.test(name) || !wanted(name)) continue
    segments.push({ name, pieces: [await vault.put(await readFile(join(folder, name)))] })
  }
  return segments
}

export function segmentAfter(name: string): string {
  const [, timeline = '', high = '', low = ''] = SEGMENT.exec(name) ?? []
  const next = Number.parseInt(high, 16) * PER_NUMBER + Number.parseInt(low, 16) + 1
  const digits = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
  return `${timeline}${digits(Math.floor(next / PER_NUMBER))}${digits(next % PER_NUMBER)}`
}

/** A server would take the log before a gap for all of it. */
export function refuseGaps(segments: readonly Segment[]): void {
  segments.forEach(({ name }, place) => {
    const before = segments[place - 1]
    if (before === undefined || segmentAfter(before.name) === name) return
    throw new BackupFault(
      `The log between ${before.name} and ${name} is missing; restore an earlier moment with --until`,
    )
  })
}
