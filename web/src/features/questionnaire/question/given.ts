import type { Answer, Question } from '@mingmou/contract'

export type Change = (part: Partial<Pick<Answer, 'choices' | 'cells' | 'text'>>) => void
export interface Given<Kind extends Question['kind']> {
  question: Extract<Question, { kind: Kind }>
  answer: Answer
  change: Change
}
