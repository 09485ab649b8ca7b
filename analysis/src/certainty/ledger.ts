import type { Confidence, Reason } from '@mingmou/contract'

/** The reason of every null and the confidence of every figure, by dotted name. */
export class Ledger {
  readonly not_measured: Record<string, Reason> = {}
  readonly confidence: Record<string, Confidence> = {}
  /** What single views or places of the photograph say of a figure. */
  readonly views: [name: string, value: number][] = []

  missing(name: string, reason: Reason): null {
    this.not_measured[name] = reason
    return null
  }

  /** Replaces every reason by another. */
  reword(from: Reason, to: Reason): void {
    for (const [name, reason] of Object.entries(this.not_measured))
      if (reason === from) this.not_measured[name] = to
  }

  seen(name: string, values: readonly number[]): void {
    this.views.push(...values.map((value): [string, number] => [name, value]))
  }

  sure(name: string, confidence: Confidence): void {
    this.confidence[name] = confidence
  }
}
