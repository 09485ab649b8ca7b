import { PlusOutlined } from '@ant-design/icons'
import { beginQuestionnaire, type VersionRow } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { questionnairePath } from '../../paths.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { useGoOn } from '../../lib/places/use-go-on.ts'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { Clip } from '../../ui/lists/cells.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { versionList, versionsChanged, type VersionPageOf } from './queries.ts'
import { StatusOf } from './status-of.tsx'

/** Versions of the questionnaire, the newest first. */
export function VersionList() {
  const { t } = useTranslation('questionnaire-admin')
  const goOn = useGoOn()
  const [account, setAccount] = useState(false)
  const begin = useMutation({
    mutationFn: () => api(beginQuestionnaire, {}),
    onSuccess: async ({ version }) => {
      await versionsChanged()
      goOn(questionnairePath(version))
    },
    onError: (error) => showFailure(error, t('begin.failed')),
  })
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      loading={begin.isPending}
      onClick={() => begin.mutate()}
    >
      {t('begin.button')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('title')}>
        <Button onClick={() => setAccount(true)}>{t('account.title')}</Button>
        {add}
      </PageTitle>
      <ListPage<typeof versionList.call, VersionRow, VersionPageOf>
        label={t('title')}
        list={versionList}
        fields={[]}
        rowKey="version"
        columns={useColumns()}
        failed={t('list.failed')}
        empty={t('list.empty')}
        add={add}
      />
      {account && <AccountDialog onClose={() => setAccount(false)} />}
    </>
  )
}

function useColumns(): (page: VersionPageOf | undefined) => TableColumnsType<VersionRow> {
  const { t } = useTranslation('questionnaire-admin')
  const navigate = useNavigate()
  const instant = (at: string | null) =>
    at === null ? <span className="soft">—</span> : formatInstant(at)
  return (page) => [
    { title: t('list.version'), dataIndex: 'version' },
    {
      title: t('list.name'),
      key: 'title',
      render: (_, { title }) => <Clip text={title[language()]} width="3rem" />,
    },
    {
      title: t('list.status'),
      key: 'status',
      render: (_, { status }) => <StatusOf status={status} map={page?.status_map} />,
    },
    { title: t('list.questions'), dataIndex: 'question_count', align: 'end' },
    { title: t('list.answered'), dataIndex: 'answered', align: 'end' },
    { title: t('list.opened'), key: 'opened', render: (_, row) => instant(row.opened_at) },
    { title: t('list.closed'), key: 'closed', render: (_, row) => instant(row.closed_at) },
    {
      title: t('list.action'),
      key: 'action',
      fixed: 'end',
      render: (_, { version, status }) => (
        <RowActions
          actions={[
            {
              label: t(status === 'draft' ? 'list.edit' : 'list.view'),
              onClick: () => void navigate(questionnairePath(version)),
            },
            status !== 'draft' && {
              label: t('tab.results'),
              onClick: () => void navigate(questionnairePath(version, 'results')),
            },
          ]}
        />
      ),
    },
  ]
}
