import { adminAddNews, adminSetNews, type ManagedNews } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { VersionedDialog } from '../../ui/dialogs/versioned-dialog.tsx'
import { NEWS_FIELDS, readNews, StoredNews, withPicture } from './versions.ts'
import { NewsFields } from './news-fields.tsx'
import './news.css'
import './news-dialog.css'

/** Writes news, or changes them. Both languages are needed, and stand beside each other. */
export function NewsDialog(props: {
  news: ManagedNews | null
  onClose: () => void
  onDone: () => unknown
}) {
  const { t } = useTranslation('news')
  const { news, onClose, onDone } = props
  const common = {
    onClose,
    onDone,
    fallback: t('manage.saveFailed'),
    done: t('manage.saved'),
    width: '9.6rem',
    children: <NewsFields picture_url={news?.picture_url ?? null} />,
  }
  if (news === null)
    return (
      <CallDialog
        title={t('manage.add')}
        call={adminAddNews}
        initial={{ published: false }}
        {...common}
      />
    )
  return (
    <VersionedDialog
      title={t('manage.edit')}
      call={adminSetNews}
      id={{ nid: news.nid }}
      record={withPicture(news)}
      schema={StoredNews}
      labels={Object.fromEntries(NEWS_FIELDS.map((name) => [name, t(`field.${name}`)]))}
      staying={['picture']}
      shown={readNews(t, news)}
      {...common}
    />
  )
}
