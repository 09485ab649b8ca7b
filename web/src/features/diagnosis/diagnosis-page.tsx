import { Result, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Workbench } from './workspace.tsx'
import { type Tab, useWorkspace } from './use-workspace.ts'
import './diagnosis.css'

export function DiagnosisPage({ upload }: { upload: (pid: string) => ReactNode }) {
  const { t } = useTranslation(['diagnosis', 'common'])
  const workspace = useWorkspace()
  return (
    <div className="dx">
      <h1 className="dx-title">{t('title')}</h1>
      <Tabs
        activeKey={workspace.tab}
        onChange={(tab) => workspace.openTab(tab as Tab)}
        items={(['0', '1', '2'] as const).map((key) => ({ key, label: t(`tab.${key}`) }))}
      />
      {workspace.tab === '0' ? (
        <Workbench workspace={workspace} upload={upload} />
      ) : (
        <Result title={t('common:undeveloped.title')} subTitle={t('common:undeveloped.hint')} />
      )}
    </div>
  )
}
