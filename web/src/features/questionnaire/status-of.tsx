import { text, type VersionStatus } from '@mingmou/contract'
import { Tag } from 'antd'
import { language } from '../../lib/texts/i18n.ts'

const COLORS = { draft: 'default', open: 'success', closed: 'warning' } as const

/** The state of a version, in the words of the server's map where that is at hand. */
export function StatusOf(props: {
  status: VersionStatus
  map?: Record<string, string> | undefined
}) {
  const { status, map } = props
  return (
    <Tag color={COLORS[status]}>
      {map?.[status] ?? text(language(), `questionnaire_is_${status}`)}
    </Tag>
  )
}
