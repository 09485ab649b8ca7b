import { constants, getPriority } from 'node:os'
import { readConfig, type Config } from './config.ts'
import { buildContext, type Context } from './context.ts'
import { freeBytes, isDiskFull } from './platform/files/disk.ts'
import { putBehind } from './platform/priority.ts'
import { StartRefused } from './start-refused.ts'
import { keepWorker } from './worker-process.ts'

type Stop = () => Promise<void>

/** A stop that takes longer is cut short. The next start repairs the rest. */
const STOP_MS = 30_000
/** sysexits: the fault lies in the input of the program. */
const EX_CONFIG = 78

/** Runs until a signal ends it. */
export async function runProgram(): Promise<void> {
  // Last opened, first stopped.
  const stops: Stop[] = []
  let started: Promise<void> = Promise.resolve()
  let ending = false
  let stopMs = STOP_MS
  const end = (code: number) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), stopMs).unref()
    void started
      .catch(() => undefined)
      .then(() => stopAll(stops))
      .then(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => end(0))
  }
  // The worker of a killed web process has nobody left to stop it.
  process.on('disconnect', () => end(0))
  if (process.send && !process.connected) end(0)
  try {
    const config = readConfig()
    stopMs += config.drainMs
    started = start(config, stops, end)
    await started
  } catch (fault) {
    const error = await namingFullDisk(fault)
    complain(error)
    end(error instanceof StartRefused ? EX_CONFIG : 1)
  }
}

/** PostgreSQL says it in its own words: it was started with English ones. */
async function namingFullDisk(fault: unknown): Promise<unknown> {
  const said = fault instanceof Error ? fault.message : ''
  if (!isDiskFull(fault) && !said.includes('No space left on device')) return fault
  const { dataDir } = readConfig()
  const free = await freeBytes(dataDir).catch(() => 0)
  return new StartRefused(
    `DATA_DIR: the disk of ${dataDir} is full (${Math.floor(free / 1024 / 1024)} MiB free): make room, then start again`,
  )
}

/** A part that fails to stop must not keep the database from stopping. */
async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch(complain)
}

/** One line for a fault that a person can fix, the whole stack for a fault of the program. */
function complain(error: unknown): void {
  const fault = error instanceof Error ? (error.stack ?? error.message) : 'unknown fault'
  process.stderr.write(`${error instanceof StartRefused ? error.message : fault}\n`)
}

/** Before a rolling upgrade: the new schema, while the old program still serves. */
async function migrateOnly({ databaseUrl, migrationDatabaseUrl }: Config): Promise<void> {
  const { prepareDatabase } = await import('./platform/database/prepare.ts')
  await prepareDatabase({ url: databaseUrl ?? '', migrationUrl: migrationDatabaseUrl })
  process.stdout.write('The database is ready for this program\n')
}

async function start(config: Config, stops: Stop[], end: (code: number) => void): Promise<void> {
  if (config.mode === 'migrate') {
    await migrateOnly(config)
    end(0)
    return
  }
  // Where both share cores, an analysis never makes a call wait.
  const { PRIORITY_BELOW_NORMAL: below } = constants.priority
  if (config.mode === 'worker' && getPriority() < below) putBehind(process.pid, below)
  // Each mode loads its own part while the database starts.
  const mode = loadMode(config.mode)
  mode.catch(() => undefined)
  const built = await buildContext(config)
  stops.push(() => built.close())
  const { context } = built
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      context.log.fatal({ err: error }, fault)
      end(1)
    })
  }
  const part = await mode
  if ('startWorker' in part) {
    await part.startWorker(context)
    return
  }
  if ('startDicom' in part || 'startHl7' in part) {
    const receiver = await ('startDicom' in part ? receiveDicom : receiveHl7)(context)
    if (receiver) stops.push(receiver.stop)
    return
  }
  const stopWeb = await part.startWeb(context)
  const { databaseUrl } = context.config
  const isAll = config.mode === 'all'
  const receivers = [
    isAll && config.dicom ? await receiveDicom(context) : null,
    isAll && config.hl7 ? await receiveHl7(context) : null,
  ]
  const worker = isAll ? keepWorker(databaseUrl, context.log) : null
  // All at once, as none needs another to end.
  stops.push(async () => {
    await Promise.all([stopWeb(), worker?.stop(), ...receivers.map((receiver) => receiver?.stop())])
  })
}

const loadMode = (mode: Config['mode']) => {
  if (mode === 'worker') return import('./worker.ts')
  if (mode === 'hl7') return import('./hl7.ts')
  return mode === 'dicom' ? import('./dicom.ts') : import('./web.ts')
}

/** Nothing of it is loaded where nothing listens. */
async function receiveDicom(ctx: Context) {
  const { startDicom } = await import('./dicom.ts')
  const receiver = await startDicom(ctx)
  const host = ctx.config.dicom?.host ?? ''
  if (receiver) process.stdout.write(`Devices may send by DICOM to ${host}:${receiver.port}\n`)
  return receiver
}

async function receiveHl7(ctx: Context) {
  const { startHl7 } = await import('./hl7.ts')
  const receiver = await startHl7(ctx)
  const host = ctx.config.hl7?.host ?? ''
  if (receiver) process.stdout.write(`Systems may send HL7 v2 to ${host}:${receiver.port}\n`)
  return receiver
}
