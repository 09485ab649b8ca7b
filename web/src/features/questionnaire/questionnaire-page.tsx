import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PATHS } from '../../paths.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { Answering } from './answering/answering.tsx'
import './questionnaire.css'
import { openedQuery } from './answering/use-answers.ts'

/** The questionnaire for visitors. It stands without antd, and so without a cache of its own. */
export function Component() {
  const { t } = useTranslation('questionnaire')
  const link = useSearchParams()[0].get('link') ?? undefined
  const asked = useQuery(openedQuery(link), queryClient)
  const [done, setDone] = useState(false)
  const { data } = asked
  if (asked.isError) return <Failed title={t('failed')} query={asked} />
  if (!data) return <Loading />
  if (done) return <Message title={t('thanks.title')} text={t('thanks.text')} />
  if (data.state === 'open' && data.questionnaire)
    return (
      <Answering
        key={data.questionnaire.version}
        link={link}
        questionnaire={data.questionnaire}
        kept={data.answers}
        onDone={() => setDone(true)}
        onEnded={() => void asked.refetch()}
      />
    )
  return <Message title={t(`${data.state}.title`)} text={t(`${data.state}.text`)} />
}

function Message({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <section className="survey panel survey-message" role="status">
      <h1>{title}</h1>
      <p>{text}</p>
      <a className="survey-button plain" href={`#${PATHS.home}`}>
        {t('action.home')}
      </a>
    </section>
  )
}
