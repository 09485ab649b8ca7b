import { handleFeedback } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { FinishDialog } from './finish-dialog.tsx'
import { feedbackChanged } from './queries.ts'
import type { Detail } from './feedback-facts.tsx'

/** Each step is made once. Somebody else may have made it meanwhile, so the feedback is fetched again either way. */
export function NextStep({ feedback, onClose }: { feedback: Detail; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const uid = useSession()?.uid ?? ''
  const [finishing, setFinishing] = useState(false)
  const { fid, status } = feedback
  const handle = useMutation({
    mutationFn: () => api(handleFeedback, { fid, uid }),
    onError: (error) => showFailure(error, t('handle.failed')),
    onSettled: () => feedbackChanged(),
  })
  return (
    <>
      <Button onClick={onClose}>{t('common:action.close')}</Button>
      {status === 1 && (
        <Button type="primary" loading={handle.isPending} onClick={() => handle.mutate()}>
          {t('handle.ok')}
        </Button>
      )}
      {status === 2 && (
        <Button type="primary" onClick={() => setFinishing(true)}>
          {t('finish.ok')}
        </Button>
      )}
      {finishing && <FinishDialog feedback={feedback} onClose={() => setFinishing(false)} />}
    </>
  )
}
