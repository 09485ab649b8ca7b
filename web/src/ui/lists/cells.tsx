import { ACCOUNT_STATUS, type StatusMap } from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { formatInstant } from '../../lib/texts/i18n.ts'

/** A text in one line. Pointing at it shows a text that does not fit. */
export function Clip({ text, width = '2rem' }: { text: string; width?: string }) {
  return (
    <span className="ellipsis" style={{ maxWidth: width }} title={text}>
      {text}
    </span>
  )
}

/** A text that is read whole: a long one is wrapped. */
export function Whole({ text }: { text: string }) {
  return <span className="whole-text">{text}</span>
}

/** A field of a record, or that it was left out. */
export function Recorded({ text }: { text: string | null }) {
  const { t } = useTranslation()
  return text ?? <span className="soft">{t('state.notRecorded')}</span>
}

/** What went wrong last, and when. */
export function Fault({ text, at }: { text: string; at: string }) {
  return (
    <span className="cell-stack">
      <Tag color="warning">{text}</Tag>
      <span className="soft">{formatInstant(at)}</span>
    </span>
  )
}

/** A status in the words of the server's map. */
export function StatusTag(props: { status: 1 | 2; map: z.infer<typeof StatusMap> | undefined }) {
  const { status, map } = props
  return (
    <Tag color={status === ACCOUNT_STATUS.active ? 'success' : 'error'}>
      {map?.[status] ?? status}
    </Tag>
  )
}
