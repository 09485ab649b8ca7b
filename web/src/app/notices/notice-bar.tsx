import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  InfoCircleFilled,
} from '@ant-design/icons'
import { NOTICE } from '@mingmou/contract'
import { Button } from 'antd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import {
  noticeList,
  useNotices,
  type Notice,
  type NoticeResult,
} from '../../lib/notices/notice-list.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import './notices.css'

const ICONS = {
  info: <InfoCircleFilled />,
  success: <CheckCircleFilled />,
  error: <CloseCircleFilled />,
}
/** How long a notice without a result is shown. */
const READ_MS = 4500

/**
 * The notices at the bottom right, over a margin that every page keeps free. So nothing changes its
 * size when they come and go. Above the threshold the older ones wait behind the newer.
 */
export function NoticeBar() {
  const { t } = useTranslation()
  const notices = useNotices()
  const places = usePlaces()
  const behind = notices.length - places
  return (
    <>
      <div className="notice-strip" />
      <div className="notice-bar" role="status">
        {notices.slice(0, places).map((notice) => (
          <Line key={notice.key} notice={notice} />
        ))}
        {behind > 0 && (
          <span className="notice-behind">{t('notice.behind', { count: behind })}</span>
        )}
      </div>
    </>
  )
}

function Line({ notice }: { notice: Notice }) {
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

/** Names the newest of the results, counts the others, and leads to it. */
function Gathered(props: { title: string; first: NoticeResult; more: number }) {
  const { t } = useTranslation()
  const { title, first, more } = props
  const { text, open } = first
  const who = typeof first.who === 'string' ? first.who : formatInstant(first.who.instant)
  const words = (
    <>
      {who !== '' && (
        <strong className="notice-who" title={who}>
          {who}
        </strong>
      )}
      {more > 0 && (
        <span className="notice-more" title={t('notice.more', { count: more })}>
          +{more}
        </span>
      )}
      <span className="notice-what">
        {say(title)} {text !== undefined && say(text)}
      </span>
      <span className="notice-open">{t('notice.open')}</span>
    </>
  )
  if (typeof open === 'string')
    return (
      <a className="notice-link" href={`#${open}`}>
        {words}
      </a>
    )
  return (
    <button className="notice-link" onClick={() => void open()}>
      {words}
    </button>
  )
}

/** A phone has room for one. */
function usePlaces(): number {
  return useSyncExternalStore(onNarrow, () => (NARROW.matches ? 1 : NOTICE.stackThreshold))
}
const NARROW = window.matchMedia('(max-width: 767px)')
function onNarrow(listener: () => void): () => void {
  NARROW.addEventListener('change', listener)
  return () => NARROW.removeEventListener('change', listener)
}
