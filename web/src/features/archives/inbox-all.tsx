import {
  MODALITY,
  modalityOf,
  RECEIVED_STATES,
  takeBackReceived,
  listReceived,
  type ReceivedFile,
} from '@mingmou/contract'
import { Tag, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { diagnosisPath } from '../../paths.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Clip, Whole } from '../../ui/lists/cells.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { batchChanged } from './batch-filing.ts'
import { inboxList, type InboxList } from './inbox-queries.ts'
import './batch.css'

/** Every file that came, with where it is. */
export function AllFiles({ onWaiting }: { onWaiting: () => void }) {
  const { t } = useTranslation('batch')
  const columns = useColumns(onWaiting)
  const choices = Object.fromEntries(
    RECEIVED_STATES.map((state) => [state, t(`received.state.${state}`)]),
  )
  return (
    <ListPage<typeof listReceived, ReceivedFile, InboxList>
      label={t('title')}
      list={inboxList}
      fields={[{ name: 'state', label: t('received.where'), choices }]}
      inAddress={['state']}
      rowKey="id"
      columns={() => columns}
      failed={t('received.failed')}
      empty={t('received.empty')}
    />
  )
}

const COLOR = {
  ...{ coming: 'default', waiting: 'warning', filed: 'success' },
  ...{ kept: 'processing', dropped: 'default' },
} as const

function useColumns(onWaiting: () => void): TableColumnsType<ReceivedFile> {
  const { t } = useTranslation('batch')
  const confirm = useConfirm()
  const actionsOf = ({ state, filed, url, said }: ReceivedFile) => [
    state === 'waiting' && { label: t('received.file'), onClick: onWaiting },
    filed !== null && { label: t('received.open'), href: openOf(filed) },
    url !== null && { label: t('received.save'), href: url },
    filed?.revocable === true && {
      label: t('received.takeBack'),
      danger: true,
      onClick: () => {
        const name = filed.name || said.name
        confirm('takeBack.received', name, takeBackReceived, { rid: filed.rid }, batchChanged)
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
      title: t('received.source'),
      key: 'source',
      render: (_, { source, by_device }) => (
        <Clip text={t(by_device ? 'source.device' : 'source.person', { name: source })} />
      ),
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
        <span className="inbox-where">
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
