import { useTranslation } from 'react-i18next'
import type { NoticeResult } from '../../lib/notices/notice-list.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'

/** Names the newest of the results, counts the others, and leads to it. */
export function Gathered(props: { title: string; first: NoticeResult; more: number }) {
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
