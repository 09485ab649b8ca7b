import { useAsk } from './ask.tsx'

/** Asks before the input of the named form is lost. */
export function useConfirmDiscard() {
  const ask = useAsk()
  return (form: string, onDiscard: () => void) => ask('discard.form', 'danger', form, onDiscard)
}
