import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { studyQuery } from './queries.ts'
import { StudyHead } from './study-card.tsx'
import { Downloads } from './downloads.tsx'
import { Found } from './found.tsx'

/** What a study found. */
export function StudyPage({ validation_id }: { validation_id: string }) {
  const { t } = useTranslation('validations')
  const query = useQuery(studyQuery(validation_id))
  const back = <Button href={`#${PATHS.validation}`}>{t('back')}</Button>
  if (query.isError) return <Failed title={t('failed')} query={query} extra={back} />
  if (!query.data) return <Loading />
  const { study, figures } = query.data
  return (
    <>
      <PageTitle title={t('title')}>{back}</PageTitle>
      <div className="panel validation-part">
        <StudyHead study={study} />
        {figures && <Downloads study={study} />}
      </div>
      {figures && <Found opened={query.data} figures={figures} />}
    </>
  )
}
