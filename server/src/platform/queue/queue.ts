import type { z } from 'zod'
import type { Db } from '../database/database.ts'

/** The definition of a job. Its handler stands elsewhere. */
export interface Job<Data extends z.ZodType = z.ZodType> {
  name: string
  data: Data
  /** A worker that is silent this long counts as dead, and the job runs again. */
  expireSeconds: number
  attempts: number
  /** Seconds before a failed job runs again. */
  retryDelaySeconds: number
}

export interface RunningJob<Data> {
  id: string
  data: Data
  /** 1 for the first try. */
  attempt: number
  last: boolean
  /** Aborted when the job expired or the worker stops. */
  signal: AbortSignal
}

/** A stop of the worker puts the job back, and it runs again without costing a try. */
export type Handler<Data> = (job: RunningJob<Data>) => Promise<void>

/** Every try failed or killed its worker. The record has to say so. Runs until it succeeds. */
export type GiveUp<Data> = (data: Data, reason: string) => Promise<void>

/** A batch that has waited this long takes its turns among single jobs: nobody waits for ever. */
export const BATCH_WAITS_MINUTES = 10

/** Whose job it is. Jobs of one kind are taken by turns: of the lanes, and in a lane of its people. */
export interface Turn {
  lane: string
  person: string
  /** One of many: single jobs come before it. */
  batch: boolean
}

export interface Queue {
  /**
   * Joins the transaction: a job exists if and only if its record was committed. Without turns the
   * oldest waiting job of a kind comes first.
   */
  send<Data extends z.ZodType>(
    db: Db,
    job: Job<Data>,
    data: z.input<Data>,
    turn?: Turn,
    /** Not before then. */
    afterSeconds?: number,
  ): Promise<string>
  /** Starts working, one job at a time of each kind. Resolves when the queue listens. */
  work<Data extends z.ZodType>(
    job: Job<Data>,
    handler: Handler<z.output<Data>>,
    giveUp: GiveUp<z.output<Data>>,
  ): Promise<void>
  /** Whether a worker that lives has any of these at this moment. */
  areWorkedOn(db: Db, ids: readonly string[]): Promise<boolean>
  /** Whether jobs of these kinds are worked on, or due. */
  isBusy(jobs: readonly Job[]): Promise<boolean>
  /** From now on this worker works on every kind of job. */
  declareComplete(): Promise<void>
  /** Whether at least one worker of every kind of job was alive in the last half minute. */
  workerAlive(): Promise<boolean>
  stop(): Promise<void>
}
