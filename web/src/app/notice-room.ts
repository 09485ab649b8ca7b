import { useEffect } from 'react'
import './notices.css'

/** px between the page and the notices */
const GAP = 8
const LISTS = '.ant-notification-list-content'

/** The page ends above the notices while there are any, so that they cover nothing. */
export function useNoticeRoom(): void {
  useEffect(() => {
    const { documentElement: page } = document
    const root = document.getElementById('root')
    const measure = () => {
      const tops = [...document.querySelectorAll(LISTS)]
        .filter((list) => list.childElementCount > 0)
        .map((list) => list.getBoundingClientRect().top)
      const was = page.dataset['notices'] !== undefined
      if (tops.length === 0 && !was) return
      // The page scrolls as a whole without notices, and in the remaining room with them.
      const at = was ? (root?.scrollTop ?? 0) : window.scrollY
      if (tops.length === 0) {
        delete page.dataset['notices']
        window.scrollTo(0, at)
        return
      }
      page.dataset['notices'] = ''
      page.style.setProperty(
        '--notice-room',
        `${Math.max(0, window.innerHeight - Math.min(...tops) + GAP)}px`,
      )
      if (!was && root) root.scrollTop = at
    }
    const sizes = new ResizeObserver(measure)
    const lists = new MutationObserver(() => {
      for (const list of document.querySelectorAll(LISTS)) sizes.observe(list)
      measure()
    })
    // Lists of notices stand beside the page, directly in the body.
    lists.observe(document.body, { childList: true })
    window.addEventListener('resize', measure)
    return () => {
      lists.disconnect()
      sizes.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [])
}
