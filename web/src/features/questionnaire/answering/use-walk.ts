import type { Question } from '@mingmou/contract'
import { useEffect, useRef, useState } from 'react'
import type { Problems } from './sheet.tsx'

const NONE: Problems = new Map()

/** The way through the questions on a phone, and which of them a person has to look at again. -1 is the introduction. */
export function useWalk(shown: readonly Question[], hasBegun: boolean) {
  const [place, setPlace] = useState(hasBegun ? 0 : -1)
  const [problems, setProblems] = useState(NONE)
  const [focused, focus] = useFocus()
  const goTo = (next: number) => {
    setPlace(next)
    const question = shown[next]
    if (question) focus(question.question_id)
  }
  const point = (questions: readonly Question[]) => {
    setProblems(new Map(questions.map(({ question_id }) => [question_id, 'required'])))
    const [first] = questions
    if (first) goTo(shown.indexOf(first))
  }
  return { at: Math.min(place, shown.length - 1), focused, problems, setProblems, goTo, point }
}

/** Focuses the heading of a question once it is on the page. */
function useFocus() {
  const form = useRef<HTMLFormElement>(null)
  const [wanted, want] = useState<{ id: number } | null>(null)
  useEffect(() => {
    if (!wanted) return
    const legend = form.current?.querySelector<HTMLElement>(`[data-question="${wanted.id}"] legend`)
    legend?.focus()
  }, [wanted])
  return [form, (id: number) => want({ id })] as const
}
