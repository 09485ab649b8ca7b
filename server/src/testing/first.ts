import { getPriority, setPriority } from 'node:os'
import { onTestFinished } from 'vitest'

/** Tests stand behind other work, where nothing can be put further back: until its end, this one stands at 0, as root may. */
export function standFirst(): void {
  const behind = getPriority()
  if (process.getuid?.() === 0) setPriority(0)
  onTestFinished(() => setPriority(behind))
}
