import type { Session } from '@mingmou/contract'

export interface Step {
  ticket: string
  onSession: (session: Session) => void
  onBack: () => void
}
