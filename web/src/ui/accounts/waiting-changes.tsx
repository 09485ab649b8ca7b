import { withdrawChange, type WaitingChange } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { useConfirm } from '../dialogs/confirm.tsx'
import './waiting-changes.css'

/** What a change will do, in words. */
export function useChangeWords() {
  const { t } = useTranslation()
  return ({ kind, email }: Pick<WaitingChange, 'kind' | 'email'>) =>
    t(`accountChange.${kind}`, { email })
}

/** Changes of an account that wait for its owner. Who asked for one may take it back. */
export function WaitingChanges(props: {
  name: string
  changes: readonly WaitingChange[]
  onDone: () => unknown
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const words = useChangeWords()
  const own = useSession()?.uid
  const { name, changes, onDone } = props
  return changes.map((change) => {
    const { change_id, due_at, by_uid } = change
    return (
      <small key={change_id} className="waiting-change">
        {words(change)} {t('accountChange.due', { at: formatInstant(due_at) })}
        {by_uid === own && (
          <Button
            type="link"
            size="small"
            onClick={() =>
              confirm('withdraw.change', 'plain', name, withdrawChange, { change_id }, onDone)
            }
          >
            {t('accountChange.withdraw')}
          </Button>
        )}
      </small>
    )
  })
}
