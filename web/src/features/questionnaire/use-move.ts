import { orderQuestions, type WholeVersion } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { moving, versionsChanged } from './queries.ts'

/** Puts a question at another place. */
export function useMove({ version, revision, questions }: WholeVersion) {
  const { t } = useTranslation('questionnaire-admin')
  return useMutation({
    mutationKey: moving(version),
    mutationFn: ({ from, to }: { from: number; to: number }) => {
      const ids = questions.map(({ question_id }) => question_id)
      const question_ids = ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1))
      return api(orderQuestions, { version, revision, question_ids })
    },
    onSettled: versionsChanged,
    onError: (error) => showFailure(error, t('question.moveFailed')),
  })
}
