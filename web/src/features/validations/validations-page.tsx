import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { BringForm } from './bring-form.tsx'
import { Needed } from './needed.tsx'
import { studiesQuery, useStudyEvents } from './queries.ts'
import { StartForm } from './start-form.tsx'
import { StudyCard } from './study-card.tsx'
import { StudyPage } from './study-page.tsx'
import './validations.css'

/** Studies of own photographs, or the one that the address names. */
export function Component() {
  const [params] = useSearchParams()
  const study = params.get('study')
  useStudyEvents()
  return study === null ? <Studies /> : <StudyPage key={study} validation_id={study} />
}

function Studies() {
  const { t } = useTranslation('validations')
  const query = useQuery(studiesQuery())
  return (
    <>
      <PageTitle title={t('title')} />
      <div className="panel validation-part">
        <p>{t('lead.what')}</p>
        <p className="soft">{t('lead.how')}</p>
      </div>
      <StartForm />
      <BringForm />
      <Needed />
      {query.isError && <Failed title={t('failed')} query={query} />}
      {!query.data && !query.isError && <Loading />}
      {query.data?.rows.length === 0 && (
        <div className="panel">
          <Nothing hint={t('none')} />
        </div>
      )}
      <ul className="validation-list" aria-label={t('list')}>
        {query.data?.rows.map((study) => (
          <StudyCard key={study.validation_id} study={study} />
        ))}
      </ul>
    </>
  )
}
