import { deleteTrialBatches } from '@mingmou/contract'
import { useSession } from '../../lib/session/use-session.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { trialChanged } from './queries.ts'

/** Asks before a batch, or everything of the account, is deleted. */
export function useDelete() {
  const confirm = useConfirm()
  const uid = useSession()?.uid ?? ''
  return (anal_id: string | null, name: string) =>
    anal_id === null
      ? confirm('delete.trialAll', 'danger', name, deleteTrialBatches, { uid }, trialChanged)
      : confirm(
          'delete.trialBatch',
          'danger',
          name,
          deleteTrialBatches,
          { uid, anal_id },
          trialChanged,
        )
}
