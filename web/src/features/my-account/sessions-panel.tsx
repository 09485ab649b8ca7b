import { logoutEverywhere, type DataOf, type mySessions } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { goTo } from '../../lib/places/navigate.ts'
import { clearSession } from '../../lib/session/session.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'
import { deviceOf } from './device.ts'
import { myAccountQueries } from './queries.ts'

type Row = DataOf<typeof mySessions>['sessions'][number]

/** The sessions of the account, now and in the last hours, and a button that ends them all. */
export function SessionsPanel() {
  const { t } = useTranslation('my-account')
  const confirm = useConfirm()
  const query = useQuery(myAccountQueries.sessions())
  if (!query.data) {
    return query.isError ? <Failed title={t('sessions.failed')} query={query} /> : <Loading />
  }
  const leave = () =>
    confirm('logOut.everywhere', 'danger', '', logoutEverywhere, {}, () => {
      clearSession()
      goTo(PATHS.login)
    })
  const { sessions, remembered } = query.data
  return (
    <section className="panel my-sessions" aria-labelledby="my-sessions">
      <header>
        <h2 id="my-sessions">{t('sessions.title')}</h2>
        <Button danger onClick={leave}>
          {t('sessions.leave')}
        </Button>
      </header>
      <p className="soft">
        {t('sessions.hint')} {t('sessions.remembered', { count: remembered.length })}
      </p>
      <ScrollTable<Row>
        size="middle"
        aria-labelledby="my-sessions"
        rowKey="created_at"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={sessions}
        columns={[
          {
            title: t('sessions.since'),
            key: 'since',
            render: (_, { created_at }) => formatInstant(created_at),
          },
          { title: t('sessions.address'), dataIndex: 'ip' },
          {
            title: t('sessions.device'),
            key: 'device',
            render: (_, { user_agent }) => (
              <span title={user_agent}>{deviceOf(user_agent) || t('sessions.unknown')}</span>
            ),
          },
          {
            title: t('sessions.state'),
            key: 'state',
            render: (_, { current, end_reason }) =>
              current ? (
                <Tag color="success">{t('sessions.current')}</Tag>
              ) : (
                t(`sessions.ended.${end_reason ?? 'expired'}`)
              ),
          },
        ]}
      />
    </section>
  )
}
