import { MODALITIES } from '@mingmou/contract'
import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OfModality } from '../../modalities/use-modality.ts'
import type { FileHere } from './findings/misfiled-card.tsx'
import { useWorkspace } from './use-workspace.ts'
import { Workbench } from './workspace.tsx'
import './workspace.css'

interface Props {
  upload: (pid: string) => ReactNode
  fileHere: FileHere
  /** Stands above a result that was opened from the worklist. */
  above: (imageId: string) => ReactNode
  /** Such a result is on the page. */
  onRead: (analysis_record_id: string) => void
}

export function WorkspacePage({ upload, fileHere, above, onRead }: Props) {
  const { t } = useTranslation(['analyses', 'common'])
  const workspace = useWorkspace()
  return (
    <OfModality value={workspace.modality.key}>
      <div className="dx">
        <h1 className="dx-title">{t('title')}</h1>
        {workspace.fromList && above(workspace.imageId)}
        <Tabs
          activeKey={String(workspace.modality.tab)}
          onChange={(tab) => workspace.openTab(tab)}
          items={MODALITIES.map(({ key, tab }) => ({
            key: String(tab),
            label: t(`kinds:${key}.tab`),
          }))}
        />
        <Workbench
          key={workspace.modality.key}
          workspace={workspace}
          upload={upload}
          fileHere={fileHere}
          onResult={workspace.fromList ? onRead : undefined}
        />
      </div>
    </OfModality>
  )
}
