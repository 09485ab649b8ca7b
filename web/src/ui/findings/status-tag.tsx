import type { AnalysisStatus } from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'

const COLOR = {
  queued: 'processing',
  running: 'processing',
  done: 'success',
  failed: 'error',
  cancelled: 'default',
} as const

/** The state of a sitting's analysis. */
export function StatusTag({ status }: { status: AnalysisStatus | null }) {
  const { t } = useTranslation()
  if (!status) return <Tag>{t('analysis.none')}</Tag>
  return <Tag color={COLOR[status]}>{t(`analysis.${status}`)}</Tag>
}
