import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import pg from 'pg'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { openQueue } from './open-queue.ts'
import { BATCH_WAITS_MINUTES, type Queue, type RunningJob } from './queue.ts'
import { EXAMPLE, type ExampleData } from './testing/example-job.ts'

const log = pino({ level: 'silent' })
const never = () => Promise.reject(new Error('given up too early'))

let test: TestDatabase
let database: Database
const queues: Queue[] = []
const children: ChildProcess[] = []

beforeEach(async () => {
  test = await testDatabase()
  database = openDatabase(test.url, log)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const queue of queues.splice(0)) await queue.stop()
  await database.close()
  await test.drop()
})

function newQueue(): Queue {
  const queue = openQueue({ db: database.db, url: test.url, log })
  queues.push(queue)
  return queue
}

/** A worker in a process of its own, which starts the job and never ends it. */
async function stuckWorker(): Promise<{ child: ChildProcess; started: Promise<unknown> }> {
  const program = fileURLToPath(new URL('testing/stuck-worker.ts', import.meta.url))
  const child = fork(program, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, TEST_URL: test.url },
  })
  children.push(child)
  await once(child, 'message')
  return { child, started: once(child, 'message') }
}

/** Collects the jobs that a handler was given, and waits for a number of them. */
function collector() {
  const jobs: RunningJob<ExampleData>[] = []
  return {
    jobs,
    handler: (job: RunningJob<ExampleData>) => {
      jobs.push(job)
      return Promise.resolve()
    },
    count: (wanted: number) => vi.waitFor(() => expect(jobs).toHaveLength(wanted), 300_000),
  }
}

/** Sends a job of a person in a lane, of a batch unless it says otherwise. */
const sendFrom = (queue: Queue, from: string, note: string, batch = true) => {
  const [lane = '', person = ''] = from.split('/')
  return queue.send(database.db, EXAMPLE, { note }, { lane, person, batch })
}

/** The notes of a number of jobs, in the order in which they were done. */
async function workThrough(queue: Queue, count: number): Promise<string[]> {
  const collected = collector()
  await queue.work(EXAMPLE, collected.handler, never)
  await collected.count(count)
  return collected.jobs.map((job) => job.data.note)
}

describe('a job', () => {
  it('exists if and only if its transaction was committed', async () => {
    const queue = newQueue()
    const collected = collector()
    await queue.work(EXAMPLE, collected.handler, never)
    await expect(
      database.db.transaction().execute(async (trx) => {
        await queue.send(trx, EXAMPLE, { note: 'rolled back' })
        throw new Error('the record was refused')
      }),
    ).rejects.toThrow('refused')
    await database.db.transaction().execute((trx) => queue.send(trx, EXAMPLE, { note: 'kept' }))
    await collected.count(1)
    expect(collected.jobs.map((job) => job.data.note)).toEqual(['kept'])
    expect(collected.jobs[0]).toMatchObject({ attempt: 1, last: false })
  })

  it('waits for a worker, and runs when one comes, who counts once he takes every kind', async () => {
    const queue = newQueue()
    expect(await queue.workerAlive()).toBe(false)
    await queue.send(database.db, EXAMPLE, { note: 'early' })
    const collected = collector()
    await queue.work(EXAMPLE, collected.handler, never)
    await collected.count(1)
    expect(await queue.workerAlive()).toBe(false)
    await queue.declareComplete()
    expect(await queue.workerAlive()).toBe(true)
    await queue.stop()
    expect(await queue.workerAlive()).toBe(false)
  })

  it('comes after older ones', async () => {
    const queue = newQueue()
    for (const note of ['first', 'second', 'third'])
      await queue.send(database.db, EXAMPLE, { note })
    const collected = collector()
    await queue.work(EXAMPLE, collected.handler, never)
    await collected.count(3)
    expect(collected.jobs.map((job) => job.data.note)).toEqual(['first', 'second', 'third'])
  })

  it('comes in the order of sending within one transaction', async () => {
    const queue = newQueue()
    const sent = Array.from({ length: 12 }, (_, at) => `photograph ${at}`)
    await database.db.transaction().execute(async (trx) => {
      for (const note of sent) {
        await queue.send(trx, EXAMPLE, { note }, { lane: 'trial', person: 'one', batch: true })
      }
    })
    expect(await workThrough(queue, 12)).toEqual(sent)
  })

  it('that is single comes before a batch, wherever it was sent from', async () => {
    const queue = newQueue()
    for (let at = 1; at <= 50; at++) await sendFrom(queue, 'trial/visitor', `photograph ${at}`)
    await sendFrom(queue, 'clinic/nurse', 'pile', true)
    await sendFrom(queue, 'clinic/nurse', 'chair', false)
    await sendFrom(queue, 'clinic/doctor', 'single', false)
    const notes = await workThrough(queue, 53)
    expect(notes.slice(0, 2).sort()).toEqual(['chair', 'single'])
    // A batch of the clinic takes turns with that of the visitor.
    expect(notes.slice(2, 5)).toEqual(['photograph 1', 'pile', 'photograph 2'])
    expect(notes.at(-1)).toBe('photograph 50')
  })

  it('takes its turn: lane after lane, and in a lane person after person', async () => {
    const queue = newQueue()
    for (const [from, count] of Object.entries({ 'a/one': 4, 'a/two': 2, 'b/three': 3 })) {
      for (let at = 1; at <= count; at++) await sendFrom(queue, from, `${from} ${at}`)
    }
    expect(await workThrough(queue, 9)).toEqual([
      ...['a/one 1', 'b/three 1', 'a/two 1', 'b/three 2', 'a/one 2', 'b/three 3'],
      ...['a/two 2', 'a/one 3', 'a/one 4'],
    ])
  })

  it('of a batch that has waited for long takes its turn among single ones', async () => {
    const queue = newQueue()
    for (const note of ['batch 1', 'batch 2']) await sendFrom(queue, 'trial/visitor', note)
    await sql`update jobs
      set sent_at = sent_at - ${BATCH_WAITS_MINUTES + 1} * interval '1 minute'`.execute(database.db)
    for (const note of ['single 1', 'single 2', 'single 3'])
      await sendFrom(queue, 'clinic/doctor', note, false)
    expect(await workThrough(queue, 5)).toEqual([
      ...['single 1', 'batch 1', 'single 2', 'batch 2', 'single 3'],
    ])
  })

  it('that fails is tried again, is told the last try, and is then given up with its reason', async () => {
    const queue = newQueue()
    const tries: [number, boolean][] = []
    const givenUp = new Promise<[ExampleData, string]>((resolve, reject) => {
      queue
        .work(
          EXAMPLE,
          (job) => {
            tries.push([job.attempt, job.last])
            return Promise.reject(new Error('no such image'))
          },
          (data, reason) => {
            resolve([data, reason])
            return Promise.resolve()
          },
        )
        .catch(reject)
    })
    await queue.send(database.db, EXAMPLE, { note: 'hopeless' })
    expect(await givenUp).toEqual([{ note: 'hopeless' }, 'no such image'])
    expect(tries).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
  })

  it('runs again elsewhere when its worker was killed', async () => {
    const queue = newQueue()
    const { child, started } = await stuckWorker()
    await queue.send(database.db, EXAMPLE, { note: 'interrupted' })
    await started
    const collected = collector()
    await queue.work(EXAMPLE, collected.handler, never)
    child.kill('SIGKILL')
    await collected.count(1)
    expect(collected.jobs[0]).toMatchObject({ data: { note: 'interrupted' }, attempt: 2 })
  })

  it('that takes its worker with it every time is given up after three', async () => {
    const queue = newQueue()
    await queue.send(database.db, EXAMPLE, { note: 'deadly' })
    for (let tries = 0; tries < 3; tries++) {
      const { child, started } = await stuckWorker()
      await started
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const givenUp = new Promise<string>((resolve, reject) => {
      queue
        .work(
          EXAMPLE,
          () => {
            reject(new Error('run a fourth time'))
            return Promise.resolve()
          },
          (_, reason) => {
            resolve(reason)
            return Promise.resolve()
          },
        )
        .catch(reject)
    })
    expect(await givenUp).toBe('the worker ended during the work')
  })

  it('goes back without costing a try when its worker stops', async () => {
    const first = newQueue()
    await first.send(database.db, EXAMPLE, { note: 'put back' })
    const begun = new Promise<void>((resolve, reject) => {
      first
        .work(
          EXAMPLE,
          (job) => {
            resolve()
            return new Promise((_, stop) => {
              job.signal.addEventListener('abort', () => stop(new Error('stopped')))
            })
          },
          never,
        )
        .catch(reject)
    })
    await begun
    await first.stop()
    const collected = collector()
    await newQueue().work(EXAMPLE, collected.handler, never)
    await collected.count(1)
    expect(collected.jobs[0]).toMatchObject({ attempt: 1 })
  })

  it('is found again when every connection to the database was cut', async () => {
    const queue = newQueue()
    const collected = collector()
    await queue.work(EXAMPLE, collected.handler, never)
    await cutConnections(new URL(test.url).pathname.slice(1))
    await vi.waitFor(() => queue.send(database.db, EXAMPLE, { note: 'after the cut' }), 300_000)
    await collected.count(1)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ outcome: string }>`select outcome from jobs`.execute(database.db)
      expect(rows).toEqual([{ outcome: 'done' }])
    }, 300_000)
  })
})

async function cutConnections(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer').superuserUrl })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  await client.end()
}
