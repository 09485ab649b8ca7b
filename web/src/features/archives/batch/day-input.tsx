import { PastDate } from '@mingmou/contract'
import { useState } from 'react'
import { DateInput } from '../../../ui/forms/date-input.tsx'

/** Keeps what is typed until it is a day that is not to come. */
export function DayInput(props: {
  label: string
  value: string | null
  onSet: (day: string) => void
}) {
  const [typed, setTyped] = useState(props.value ?? '')
  const take = (day: string) => {
    setTyped(day)
    if (day !== props.value && PastDate.safeParse(day).success) props.onSet(day)
  }
  return (
    <span role="group" aria-label={props.label}>
      <DateInput value={typed} onChange={take} />
    </span>
  )
}
