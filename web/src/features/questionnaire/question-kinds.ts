import type { BothLanguages, NewQuestion, Question, QuestionKind } from '@mingmou/contract'

const EMPTY: BothLanguages = { 'zh-CN': '', en: '' }
type Option = { id: number; text: BothLanguages }

export const newOption = (options: readonly Option[]): Option => ({
  id: Math.max(0, ...options.map(({ id }) => id)) + 1,
  text: EMPTY,
})
const twoOptions = (): Option[] => {
  const first = newOption([])
  return [first, newOption([first])]
}

export const emptyQuestion = (): NewQuestion => ({
  kind: 'single',
  title: EMPTY,
  required: false,
  show_if: null,
  options: twoOptions(),
})

/** The question as one of another kind. What both kinds have is kept. */
export function asKind(question: NewQuestion, kind: QuestionKind): NewQuestion {
  const { title, required, show_if } = question
  const common = { title, required, show_if }
  const options = 'options' in question ? question.options : twoOptions()
  switch (kind) {
    case 'single':
      return { kind, ...common, options }
    case 'multiple':
      return { kind, ...common, options, most: null }
    case 'scale':
      return { kind, ...common, from: 1, to: 5, low: EMPTY, high: EMPTY }
    case 'text':
      return { kind, ...common, max_chars: 500 }
    case 'matrix':
      return { kind, ...common, rows: [newOption([])], options }
  }
}

/** What a question says, without its id. */
export function contentOf(question: Question): NewQuestion {
  const content: NewQuestion & { question_id?: number } = { ...question }
  delete content.question_id
  return content
}
