import type { FeedbackRow, StatusMap } from '@mingmou/contract'
import { Tag } from 'antd'
import type { z } from 'zod'

const COLOURS = { 1: 'warning', 2: 'processing', 3: 'success' } as const

/** The status in the words of the server's map. */
export function FeedbackStatus(props: {
  status: FeedbackRow['status']
  map: z.infer<typeof StatusMap> | undefined
}) {
  const { status, map } = props
  return <Tag color={COLOURS[status]}>{map?.[status] ?? status}</Tag>
}
