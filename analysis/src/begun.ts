/** Work that goes on while others do: what fails in it is told where it is awaited, and by nothing else. */
export function begun<Answer>(work: Promise<Answer>): Promise<Answer> {
  work.catch(() => undefined)
  return work
}
