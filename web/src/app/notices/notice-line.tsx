import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  InfoCircleFilled,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeList, type Notice } from '../../lib/notices/notice-list.ts'
import { say } from '../../lib/texts/say.ts'
import { Gathered } from './gathered.tsx'

const ICONS = {
  info: <InfoCircleFilled />,
  success: <CheckCircleFilled />,
  error: <CloseCircleFilled />,
}
/** How long a notice without a result is shown. */
const READ_MS = 4500

export function NoticeLine({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  const { key, tone, title, text, results, confirmed } = notice
  const [held, setHeld] = useState(false)
  const passes = !results && !confirmed && !held
  useEffect(() => {
    if (!passes) return
    const timer = setTimeout(() => noticeList.close(key), READ_MS)
    return () => clearTimeout(timer)
  }, [passes, key])
  const [first] = results ?? []
  return (
    <div
      className="notice"
      data-tone={tone}
      role={tone === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      {ICONS[tone]}
      {first ? (
        <Gathered title={title} first={first} more={(results?.length ?? 1) - 1} />
      ) : (
        // Longer texts are scrolled, by keys too.
        <span className="notice-text" tabIndex={confirmed && 0}>
          <strong>{say(title)}</strong> {text !== undefined && say(text)}
        </span>
      )}
      {confirmed ? (
        <Button size="small" type="primary" onClick={() => noticeList.close(key)}>
          {t('action.confirm')}
        </Button>
      ) : (
        <button
          className="notice-close"
          aria-label={t('notice.close')}
          onClick={() => noticeList.close(key)}
        >
          <CloseOutlined />
        </button>
      )}
    </div>
  )
}
