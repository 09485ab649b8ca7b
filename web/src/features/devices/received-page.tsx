import {
  MODALITY,
  modalityOf,
  RECEIVED_STATES,
  takeBackReceived,
  listReceived,
  type ReceivedFile,
} from '@mingmou/contract'
import { Button, Tag, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { changed } from '../../lib/calls/call-query.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { diagnosisPath, PATHS } from '../../paths.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Clip, Whole } from '../../ui/lists/cells.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { receivedList, useReceivedEvents, type ReceivedPage } from './queries.ts'
import './devices.css'

/** What cameras sent, with where each file is. What waits for a person is filed in the batch. */
export function Component() {
  const { t } = useTranslation('devices')
  useReceivedEvents()
  const columns = useColumns()
  const choices = Object.fromEntries(
    RECEIVED_STATES.map((state) => [state, t(`received.state.${state}`)]),
  )
  return (
    <>
      <PageTitle title={t('received.title')}>
        <Button href={`#${PATHS.batch}`} type="primary">
          {t('received.batch')}
        </Button>
      </PageTitle>
      <ListPage<typeof listReceived, ReceivedFile, ReceivedPage>
        label={t('received.title')}
        list={receivedList}
        fields={[{ name: 'state', label: t('received.where'), choices }]}
        inAddress={['state']}
        rowKey="received_id"
        columns={() => columns}
        above={(page) =>
          page !== undefined && page.waiting > 0 ? (
            <p className="panel devices-waiting" role="status">
              {t('received.waiting', { count: page.waiting })}
            </p>
          ) : null
        }
        failed={t('received.failed')}
        empty={t('received.empty')}
      />
    </>
  )
}

const COLOR = {
  ...{ coming: 'default', waiting: 'warning', filed: 'success' },
  ...{ kept: 'processing', dropped: 'default' },
} as const

function useColumns(): TableColumnsType<ReceivedFile> {
  const { t } = useTranslation('devices')
  const confirm = useConfirm()
  const actionsOf = ({ received_id, state, filed, url, said }: ReceivedFile) => [
    state === 'waiting' && { label: t('received.file'), href: `#${PATHS.batch}` },
    filed !== null && { label: t('received.open'), href: openOf(filed) },
    { label: t('received.save'), href: url },
    filed?.revocable === true && {
      label: t('received.takeBack'),
      danger: true,
      onClick: () => {
        const name = filed.name || said.name
        confirm('takeBack.received', name, takeBackReceived, { received_id }, () =>
          changed(listReceived),
        )
      },
    },
  ]
  return [
    {
      title: t('received.at'),
      key: 'at',
      render: (_, { received_at }) => formatInstant(received_at),
    },
    {
      title: t('received.device'),
      key: 'device',
      render: (_, { device }) => <Clip text={device} />,
    },
    {
      title: t('received.said'),
      key: 'said',
      render: (_, { said }) => {
        const words = [said.number, said.name, said.birthday].filter((one) => one !== '')
        return words.length > 0 ? (
          <Clip text={words.join(' · ')} width="3rem" />
        ) : (
          <span className="soft">{t('received.nothing')}</span>
        )
      },
    },
    {
      title: t('received.where'),
      key: 'state',
      render: (_, { state, reason, filed }) => (
        <span className="devices-kind">
          <Tag color={COLOR[state]}>{t(`received.state.${state}`)}</Tag>
          {filed && <Clip text={`${filed.name} · ${filed.record_date}`} width="3rem" />}
          {reason !== null && <Whole text={say(reason)} />}
        </span>
      ),
    },
    {
      title: t('action'),
      key: 'action',
      fixed: 'end',
      render: (_, row) => <RowActions actions={actionsOf(row)} />,
    },
  ]
}

const openOf = ({ rid, pid, diagnosis_class }: NonNullable<ReceivedFile['filed']>) => {
  const { tab } = MODALITY[modalityOf(diagnosis_class).key]
  return `#${diagnosisPath({ tab, pid, image_id: rid })}`
}
