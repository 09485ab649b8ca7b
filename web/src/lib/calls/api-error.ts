import { changedMeanwhile } from '@mingmou/contract'
import type { z } from 'zod'
import { asIs } from './whose.ts'

/** A call that brought no data. Status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly errorCode: number
  readonly fields: Record<string, string>
  readonly data: Record<string, unknown>
  /** The page has shown the error already. */
  readonly shown: boolean
  /** The call took longer than any call may take. */
  readonly timedOut: boolean
  /** What is told of it, named where the person has gone on to another patient. */
  of = asIs

  constructor(answer: {
    status: number
    errorCode?: number
    msg?: string
    data?: Record<string, unknown>
    shown?: boolean
    timedOut?: boolean
  }) {
    super(answer.msg ?? '')
    this.name = 'ApiError'
    this.status = answer.status
    this.errorCode = answer.errorCode ?? 0
    this.data = answer.data ?? {}
    this.fields = isTexts(this.data.fields) ? this.data.fields : {}
    this.shown = answer.shown ?? false
    this.timedOut = answer.timedOut ?? false
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}

/** What every record with a version says of its last change. */
export interface Changeable {
  version: number
  changed_by: string | null
  changed_at: string | null
}

/** The record as it is stored, where a call was refused because somebody changed it meanwhile. */
export function storedMeanwhile<Row extends Changeable>(
  error: unknown,
  schema: z.ZodType<Row>,
): Row | null {
  const data = error instanceof ApiError ? error.data : null
  return changedMeanwhile(schema).safeParse(data).data?.stored ?? null
}
