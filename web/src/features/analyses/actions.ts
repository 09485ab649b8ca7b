import type { AnalysisCalls, InputOf } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { begun } from '../../lib/calls/begun.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { callerUid, refresh } from './queries.ts'

/** What is not done is told, also to whoever went on to another page meanwhile. */
function useToldFailure(fallback: string) {
  const { t } = useTranslation('analyses')
  return { onError: (error: Error) => showFailure(error, t(fallback)) }
}

export function usePredict() {
  const { calls } = useModality()
  return useMutation({
    mutationFn: (image_id: string) =>
      api(calls.analysis.predictions, { image_id, uid: callerUid() }),
    ...useToldFailure('progress.not_started'),
    onSuccess: () => refresh(calls.analysis),
  })
}

export function useCancel() {
  const { calls } = useModality()
  return useMutation({
    mutationFn: (analysis_record_id: string) => api(calls.analysis.cancel, { analysis_record_id }),
    ...useToldFailure('progress.not_cancelled'),
    onSettled: () => refresh(calls.analysis),
  })
}

export function useCorrect() {
  const { calls } = useModality()
  return useMutation({
    mutationFn: (body: InputOf<AnalysisCalls['correct']>) => api(calls.analysis.correct, body),
    ...useToldFailure('correct.failed'),
    onSettled: () => refresh(calls.analysis),
  })
}

/** Saves or withdraws a drawing. A refusal is shown, and the page asks what is drawn now. */
export function useDraw(done: string) {
  const { calls } = useModality()
  return useMutation({
    mutationFn: (body: InputOf<AnalysisCalls['draw']>) => api(calls.analysis.draw, body),
    onMutate: begun,
    onSuccess: (_, __, of) => showSuccess(of(done)),
    ...useToldFailure('draw.failed'),
    onSettled: () => refresh(calls.analysis),
  })
}
