import { useAsk } from './ask.tsx'

/** Asks before a form is sent that changes more than its fields say. */
export function useAgreement() {
  const ask = useAsk()
  return (question: string, name: string) =>
    new Promise<boolean>((resolve) => {
      ask(
        question,
        'plain',
        name,
        () => resolve(true),
        () => resolve(false),
      )
    })
}
