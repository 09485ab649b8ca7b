import { setTimeout as delay } from 'node:timers/promises'
import { fillBy, fillByExports, fillByUploads } from './filled.ts'
import type { Part } from './processes.ts'
import type { Line } from './relay.ts'
import type { World } from './world.ts'

export interface Fault {
  name: string
  /** Makes the fault and mends it. False where this machine cannot make it. */
  strike(world: World): Promise<boolean>
}

/** Long enough for calls to run into it, and shorter than a clinician's patience. */
const HELD_MS = 3_000

const killed = (part: Part): Fault => ({
  name: `kill -9 of the ${part}`,
  async strike(world) {
    await world.signal(part, 'SIGKILL')
    // Nobody watches over the web process here, as systemd does in a clinic.
    if (part === 'web') {
      await world.killAll()
      await world.restart()
    }
    return true
  },
})

const stopped = (part: Part): Fault => ({
  name: `SIGSTOP of the ${part}`,
  async strike(world) {
    await world.signal(part, 'SIGSTOP')
    await delay(HELD_MS)
    await world.signal(part, 'SIGCONT')
    return true
  },
})

const badLine = (which: 'mailLine' | 'storeLine', line: Line): Fault => ({
  name: `${which === 'mailLine' ? 'mail server' : 'object store'}: ${line}`,
  async strike(world) {
    world[which]?.set(line)
    await delay(HELD_MS)
    world[which]?.set('pass')
    return true
  },
})

const everything: Fault = {
  name: 'kill -9 of every process',
  async strike(world) {
    await world.killAll()
    await world.restart()
    return true
  },
}

const fullDisk: Fault = {
  name: 'full disk',
  async strike({ volume }) {
    if (!volume) return false
    await volume.fill()
    await delay(HELD_MS)
    await volume.free()
    return true
  },
}

const filled = (by: string, work: (world: World, over: AbortSignal) => Promise<void>): Fault => ({
  name: `disk filled by ${by}`,
  strike: (world) => fillBy(world, work),
})

const powerCut: Fault = {
  name: 'power cut',
  async strike(world) {
    if (!world.volume) return false
    world.volume.cutPower()
    await world.killAll()
    await world.volume.powerUp()
    await world.restart()
    return true
  },
}

const clockStep = (seconds: number): Fault => ({
  name: `clock ${seconds > 0 ? 'forward' : 'back'} by ${Math.abs(seconds) / 3600} h`,
  async strike(world) {
    const possible = await world.stepClock(seconds)
    if (possible) await delay(HELD_MS)
    await world.stepClock(0)
    return possible
  },
})

/** Files and database in one folder. */
export const FAULTS: readonly Fault[] = [
  powerCut,
  killed('worker'),
  killed('database server'),
  everything,
  fullDisk,
  filled('uploads of strangers', fillByUploads),
  filled('exports of datasets', fillByExports),
  killed('database connection'),
  killed('web'),
  stopped('web'),
  stopped('worker'),
  stopped('database server'),
  badLine('mailLine', 'refuse'),
  badLine('mailLine', 'stall'),
  badLine('mailLine', 'drop'),
  clockStep(2 * 3600),
  clockStep(-2 * 3600),
  powerCut,
]

/** The worst of them, in a minute. */
export const WORST: readonly Fault[] = [powerCut, fullDisk, killed('database server')]

/** Files in an object store. */
export const STORE_FAULTS: readonly Fault[] = [
  badLine('storeLine', 'drop'),
  badLine('storeLine', 'refuse'),
  badLine('storeLine', 'stall'),
  everything,
]
