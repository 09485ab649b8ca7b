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
    Object.values(value).every((one) => typeof one === 'string')
  )
}
