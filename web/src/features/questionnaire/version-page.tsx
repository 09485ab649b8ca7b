import {
  closeQuestionnaire,
  deleteQuestionnaire,
  publishQuestionnaire,
  type WholeVersion,
} from '@mingmou/contract'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useGoOn } from '../../lib/places/use-go-on.ts'
import { PATHS, questionnairePath } from '../../paths.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { EditPanel } from './edit-panel.tsx'
import { LinksDialog } from './links-dialog.tsx'
import { Preview } from './preview.tsx'
import { moving, versionQuery, versionsChanged } from './queries.ts'
import { StatusOf } from './status-of.tsx'

const Results = lazy(() => import('./results.tsx'))
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
  const tab = tabs.find((one) => one === params.get('tab')) ?? tabs[0]
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
        <Actions whole={data} />
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

function Actions({ whole }: { whole: WholeVersion }) {
  const { t } = useTranslation('questionnaire-admin')
  const goOn = useGoOn()
  const confirm = useConfirm()
  const { version, revision, status, questions } = whole
  const name = t('versionName', { version })
  const [links, setLinks] = useState(false)
  const isMoving = useIsMutating({ mutationKey: moving(version) }) > 0
  if (status === 'open')
    return (
      <>
        <Button onClick={() => setLinks(true)}>{t('links.title')}</Button>
        <Button
          danger
          onClick={() =>
            confirm('close.questionnaire', name, closeQuestionnaire, { version }, versionsChanged)
          }
        >
          {t('close')}
        </Button>
        {links && <LinksDialog whole={whole} onClose={() => setLinks(false)} />}
      </>
    )
  if (status === 'closed') return null
  const leave = () => {
    goOn(PATHS.manageQuestionnaire)
    return versionsChanged()
  }
  return (
    <>
      <Button
        danger
        onClick={() =>
          confirm('delete.questionnaire', name, deleteQuestionnaire, { version }, leave)
        }
      >
        {t('deleteDraft')}
      </Button>
      <Button
        disabled={questions.length === 0 || isMoving}
        onClick={() =>
          confirm(
            'publish.byLinks',
            name,
            publishQuestionnaire,
            { version, revision, links_only: true },
            versionsChanged,
          )
        }
      >
        {t('links.publish')}
      </Button>
      <Button
        type="primary"
        disabled={questions.length === 0 || isMoving}
        onClick={() =>
          confirm(
            'publish.questionnaire',
            name,
            publishQuestionnaire,
            { version, revision },
            versionsChanged,
          )
        }
      >
        {t('publish')}
      </Button>
    </>
  )
}
