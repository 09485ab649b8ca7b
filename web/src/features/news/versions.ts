import { ManagedNews } from '@mingmou/contract'
import type { TFunction } from 'i18next'

export const NEWS_FIELDS = [
  ...(['happened_on', 'published', 'title_zh', 'title_en'] as const),
  ...(['body_zh', 'body_en', 'picture'] as const),
]

/** Before the address of a stored picture. An uploaded one is told by its key. */
const STORED = 'stored '
/** The signature of an address is another one each time. */
const pictureOf = ({ picture_url }: ManagedNews) =>
  picture_url && STORED + picture_url.replace(/\?.*/, '')
export const withPicture = (news: ManagedNews) => ({ ...news, picture: pictureOf(news) })
export const StoredNews = ManagedNews.transform(withPicture)

/** A value as it is read beside that of another version. The work began from `began`. */
export function readNews(t: TFunction, began: ManagedNews) {
  return (name: string, value: unknown): string => {
    if (name === 'published') return t(value === true ? 'state.published' : 'state.draft')
    if (typeof value !== 'string') return ''
    if (name !== 'picture') return value
    if (value === pictureOf(began)) return t('picture.before')
    return t(value.startsWith(STORED) ? 'picture.other' : 'picture.mine')
  }
}
