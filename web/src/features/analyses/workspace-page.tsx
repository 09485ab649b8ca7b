import { MODALITIES } from '@mingmou/contract'
import { Grid, Select, Tabs } from 'antd'
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
  const { md = true } = Grid.useBreakpoint()
  const open = String(workspace.modality.tab)
  const kinds = MODALITIES.map(({ key, tab }) => ({
    key: String(tab),
    label: t(`kinds:${key}.tab`),
  }))
  return (
    <OfModality value={workspace.modality.key}>
      <div className="dx">
        <h1 className="dx-title">{t('title')}</h1>
        <p className="dx-paper">{t('paper')}</p>
        {workspace.fromList && above(workspace.imageId)}
        {md ? (
          <Tabs activeKey={open} onChange={(tab) => workspace.openTab(tab)} items={kinds} />
        ) : (
          <Select
            className="dx-kinds"
            aria-label={t('title')}
            value={open}
            onChange={(tab) => workspace.openTab(tab)}
            options={kinds.map(({ key: value, label }) => ({ value, label }))}
          />
        )}
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
