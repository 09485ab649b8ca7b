import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { PATHS, questionnairePath } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { EditPanel } from './edit-panel.tsx'
import { Preview } from './preview.tsx'
import { versionQuery } from './queries.ts'
import { StatusOf } from './status-of.tsx'
import { VersionActions } from './version-actions.tsx'

const Results = lazy(() => import('./results/results.tsx'))
const TABS = ['questions', 'preview', 'results'] as const

/** One version: its questions, how visitors see it, and what they answered. */
export function VersionPage({ version }: { version: number }) {
  const { t } = useTranslation('questionnaire-admin')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const query = useQuery(versionQuery(version))
  const { data } = query
  if (query.isError && !data) return <Failed title={t('list.failed')} query={query} />
  if (!data) return <Loading />
  const tabs = TABS.filter((tab) => tab !== 'results' || data.status !== 'draft')
  const tab = tabs.find((tab) => tab === params.get('tab')) ?? tabs[0]
  return (
    <>
      <PageTitle
        title={
          <>
            {t('versionName', { version })} <StatusOf status={data.status} />
          </>
        }
      >
        <Button onClick={() => void navigate(PATHS.manageQuestionnaire)}>
          {t('common:action.back')}
        </Button>
        <VersionActions whole={data} />
      </PageTitle>
      <Tabs
        activeKey={tab ?? 'questions'}
        onChange={(next) => void navigate(questionnairePath(version, next), { replace: true })}
        items={tabs.map((key) => ({ key, label: t(`tab.${key}`) }))}
      />
      {tab === 'questions' && <EditPanel whole={data} />}
      {tab === 'preview' && <Preview questionnaire={data} />}
      {tab === 'results' && (
        <Suspense fallback={<Loading />}>
          <Results version={version} />
        </Suspense>
      )}
    </>
  )
}
