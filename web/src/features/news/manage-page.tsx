import { PlusOutlined } from '@ant-design/icons'
import { adminDeleteNews, adminListNews, newsList, type ManagedNews } from '@mingmou/contract'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changed } from '../../lib/calls/call-query.ts'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { useConfirmDelete } from '../../ui/dialogs/confirm-delete.tsx'
import { listOf, ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import './news.css'
import { NewsDialog } from './news-dialog.tsx'
import { NEWS_FIELDS, readNews, StoredNews, withPicture } from './versions.ts'

const list = listOf(
  adminListNews,
  ({ words, page }) => ({ ...words, ...page }),
  (answer) => answer,
)
const newsChanged = () => changed(adminListNews, newsList)

/** The news of the public site, with drafts. */
export function Component() {
  const { t } = useTranslation('news')
  const [open, setOpen] = useState<ManagedNews | 'new' | null>(null)
  const confirmDelete = useConfirmDelete()
  const title = ({ title_zh, title_en }: ManagedNews) => (language() === 'en' ? title_en : title_zh)
  const remove = (news: ManagedNews) => {
    const record = withPicture(news)
    const read = readNews(t, news)
    confirmDelete('delete.news', title(news), {
      call: adminDeleteNews,
      id: { nid: news.nid },
      record,
      schema: StoredNews,
      differences: (now) =>
        NEWS_FIELDS.map((name) => ({
          label: t(`field.${name}`),
          mine: read(name, record[name]),
          stored: read(name, now[name]),
        })),
      onChanged: newsChanged,
    })
  }
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
      {t('manage.add')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('manage.title')}>{add}</PageTitle>
      <ListPage<typeof adminListNews, ManagedNews, ReturnType<typeof list.page>>
        label={t('manage.title')}
        list={list}
        fields={[{ name: 'title', label: t('field.title'), max: 128 }]}
        rowKey="nid"
        columns={() => [
          { title: t('field.happened_on'), dataIndex: 'happened_on' },
          {
            title: t('field.title'),
            key: 'title',
            render: (_, row) => <span className="news-row-title">{title(row)}</span>,
          },
          {
            title: t('field.published'),
            key: 'state',
            render: (_, { published }) => (
              <Tag {...(published && { color: 'success' })}>
                {t(published ? 'state.published' : 'state.draft')}
              </Tag>
            ),
          },
          {
            title: t('field.changed'),
            key: 'changed',
            render: (_, { changed_by, changed_at }) =>
              t('manage.changed', { name: changed_by, time: formatInstant(changed_at) }),
          },
          {
            title: t('common:account.action'),
            key: 'action',
            fixed: 'end',
            render: (_, row) => (
              <RowActions
                actions={[
                  { label: t('common:action.edit'), onClick: () => setOpen(row) },
                  {
                    label: t('common:action.delete'),
                    danger: true,
                    onClick: () => remove(row),
                  },
                ]}
              />
            ),
          },
        ]}
        failed={t('failed')}
        empty={t('manage.empty')}
        add={add}
      />
      {open !== null && (
        <NewsDialog
          news={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onDone={newsChanged}
        />
      )}
    </>
  )
}
