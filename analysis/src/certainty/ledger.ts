import type { Confidence, Reason } from '@mingmou/contract'

/** What is told of every figure beside its value: why it is null, or how sure it is; by its dotted name. */
export class Ledger {
  readonly not_measured: Record<string, Reason> = {}
  readonly confidence: Record<string, Confidence> = {}

  missing(name: string, reason: Reason): null {
    this.not_measured[name] = reason
    return null
  }

  /** Gives another reason wherever one was given. */
  reword(from: Reason, to: Reason): void {
    for (const [name, reason] of Object.entries(this.not_measured))
      if (reason === from) this.not_measured[name] = to
  }

  sure(name: string, confidence: Confidence): void {
    this.confidence[name] = confidence
  }
}
