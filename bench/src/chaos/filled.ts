import { setTimeout as delay } from 'node:timers/promises'
import {
  DATASETS,
  listDatasetExports,
  listPatients,
  removeDatasetExport,
  type DatasetCalls,
} from '@mingmou/contract'
import sharp from 'sharp'
import { newPatient, upload } from '../upload.ts'
import { send } from '../strangers/unfiled.ts'
import { RESERVE_MB, type World } from './world.ts'

const MIB = 2 ** 20
/** Room for some of what fills it, before the program has to refuse. */
const LEFT = (2 * RESERVE_MB + 120) * MIB
const LARGE = new Uint8Array(30 * MIB)
/** Longer than any of it takes. */
const PATIENCE_MS = 120_000

/**
 * Has people fill the disk by what the program offers, until it refuses them. The disk keeps its
 * reserve all the time, and the hospital goes on. False where there is no volume.
 */
export async function fillBy(
  world: World,
  work: (world: World, over: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const { volume } = world
  if (!volume) return false
  await volume.fill(LEFT)
  const ended = new AbortController()
  let least = Infinity
  const watch = async () => {
    while (!ended.signal.aborted) {
      least = Math.min(least, await volume.left())
      await delay(20)
    }
  }
  const watching = watch()
  try {
    await work(world, AbortSignal.timeout(PATIENCE_MS))
    // While strangers are refused, hospitals write and read.
    const clinician = await world.clinician()
    await upload(world.url(), clinician, await newPatient(clinician), await photograph(640))
    await clinician.call(listPatients, {})
  } finally {
    ended.abort()
    await watching
    await volume.free()
  }
  console.log(`   the least of the disk that was free: ${Math.round(least / MIB)} MiB`)
  if (least < RESERVE_MB * MIB) throw new Error('the disk has not kept its reserve')
  return true
}

/** A trial user uploads what nobody takes in, until he is refused. */
export async function fillByUploads({ trial, url }: World, over: AbortSignal): Promise<void> {
  const client = await trial()
  for (let sent = 0; ; sent++) {
    over.throwIfAborted()
    const refused = await send(url(), client, LARGE).then(
      () => false,
      () => true,
    )
    if (refused && sent === 0) throw new Error('no stranger uploaded anything')
    if (refused) return
  }
}

/** A clinician exports large photographs again and again, until there is no room. */
export async function fillByExports({ clinician, url }: World, over: AbortSignal): Promise<void> {
  const calls = DATASETS.find(({ key }) => key === 'fundus')?.calls as DatasetCalls
  const client = await clinician()
  const pid = await newPatient(client)
  for (let n = 0; n < 2; n++) await upload(url(), client, pid, await photograph(3000))
  const rows = async () => (await client.call(listDatasetExports, {})).rows
  const running = async () =>
    (await rows()).some(({ status }) => status === 'queued' || status === 'running')
  let made = 0
  try {
    for (;;) {
      over.throwIfAborted()
      const asked = await client.call(calls.export, {}).catch(() => null)
      if (asked === null) break
      while (await running()) await delay(100, undefined, { signal: over })
      const mine = (await rows()).find(({ export_id }) => export_id === asked.export_id)
      if (mine?.status !== 'done') break
      made++
    }
  } finally {
    for (const { export_id } of await rows()) await client.call(removeDatasetExport, { export_id })
  }
  if (made === 0) throw new Error('nothing was exported before the disk was full')
}

/** Noise, so that no photograph is like another and none is small. */
function photograph(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const size = { width: side, height: side, channels: 3 as const, background: 'black' }
  return sharp({ create: { ...size, noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
}
