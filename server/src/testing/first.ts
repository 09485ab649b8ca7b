import { getPriority, setPriority } from 'node:os'
import { onTestFinished } from 'vitest'

/** Lets a test of priorities run at 0 until its end, as root may: tests stand last, where nothing can be put further back. */
export function standFirst(): void {
  const behind = getPriority()
  if (process.getuid?.() === 0) setPriority(0)
  onTestFinished(() => setPriority(behind))
}
