import type { JudgedEyes, ReadingNeed, ReadingRule } from '@mingmou/contract'
import { differsFromMachine, isReferable } from './judged.ts'

interface First {
  rule: Exclude<ReadingRule, 'none'>
  read: JudgedEyes
  machine: JudgedEyes
  /** 0 to 9999. */
  draw: number
  percent: number
}

/** Whether a first reading needs a second one, and why. */
export function needOf({ rule, read, machine, draw, percent }: First): {
  second: boolean
  need: ReadingNeed
} {
  if (rule === 'all') return { second: true, need: 'all' }
  if (rule === 'differing') {
    const second = differsFromMachine(read, machine)
    return { second, need: second ? 'differs' : 'same' }
  }
  // What the machine alone would refer is read again too.
  if (isReferable(read) || isReferable(machine)) return { second: true, need: 'referable' }
  const second = draw < 100 * percent
  return { second, need: second ? 'drawn' : 'not_drawn' }
}
