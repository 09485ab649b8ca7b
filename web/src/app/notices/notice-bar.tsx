import { NOTICE } from '@mingmou/contract'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../lib/notices/notice-list.ts'
import { NoticeLine } from './notice-line.tsx'
import './notices.css'

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
          <NoticeLine key={notice.key} notice={notice} />
        ))}
        {behind > 0 && (
          <span className="notice-behind">{t('notice.behind', { count: behind })}</span>
        )}
      </div>
    </>
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
