import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { ExamForm } from './exam-form.tsx'
import { formQuery } from './queries.ts'

/** The form, once its examination, the one before it and its draft are here. */
export function OpenExam({
  pid,
  rid,
  onClose,
}: {
  pid: string
  rid?: string
  onClose: () => void
}) {
  const { t } = useTranslation('eye-exams')
  const query = useQuery(formQuery(pid, rid))
  const { data } = query
  const back = <Button onClick={onClose}>{t('common:action.back')}</Button>
  if (query.isError && !data)
    return <Failed title={t('form.openFailed')} query={query} extra={back} />
  if (!data) return <Loading />
  return (
    <ExamForm
      pid={pid}
      exam={data.exam ?? undefined}
      last={data.last ?? undefined}
      draft={data.draft}
      onClose={onClose}
    />
  )
}
