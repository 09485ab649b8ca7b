import {
  fileDocument,
  listDocuments,
  MODALITY,
  modalityOf,
  takeBackReceived,
  listReceived,
  type ReceivedFile,
} from '@mingmou/contract'
import { Tag, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { changed } from '../../../lib/calls/call-query.ts'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { say } from '../../../lib/texts/say.ts'
import { diagnosisPath, patientDetailPath } from '../../../paths.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Clip, Whole } from '../../../ui/lists/cells.tsx'
import { RowActions } from '../../../ui/lists/row-actions.tsx'
import { batchChanged } from '../batch/filing.ts'

const COLOR = {
  coming: 'default',
  waiting: 'warning',
  filed: 'success',
  kept: 'processing',
  dropped: 'default',
} as const

export function useInboxColumns(
  onWaiting: () => void,
  onDocument: (row: ReceivedFile) => void,
): TableColumnsType<ReceivedFile> {
  const { t } = useTranslation('batch')
  const confirm = useConfirm()
  const takeBack = ({ id, filed, said }: ReceivedFile) => {
    if (filed === null) return
    const name = filed.name || said.name
    const { rid } = filed
    if (rid !== null)
      confirm('takeBack.received', 'danger', name, takeBackReceived, { rid }, batchChanged)
    else
      confirm('takeBack.document', 'danger', name, fileDocument, { received_id: id }, () =>
        changed(listReceived, listDocuments),
      )
  }
  const actionsOf = (row: ReceivedFile) => [
    row.state === 'waiting' && { label: t('received.file'), onClick: onWaiting },
    row.is_document &&
      row.filed === null && { label: t('document.file'), onClick: () => onDocument(row) },
    row.filed !== null && { label: t('received.open'), href: openOf(row.filed) },
    row.url !== null && { label: t('received.save'), href: row.url },
    row.filed?.revocable === true && {
      label: t('received.takeBack'),
      danger: true,
      onClick: () => takeBack(row),
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
        const words = [said.number, said.name, said.birthday].filter((word) => word !== '')
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
          {filed && (
            <Clip text={[filed.name, filed.record_date ?? ''].join(' ').trim()} width="3rem" />
          )}
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
  if (rid === null || diagnosis_class === null) return `#${patientDetailPath(pid)}`
  const { tab } = MODALITY[modalityOf(diagnosis_class).key]
  return `#${diagnosisPath({ tab, pid, image_id: rid })}`
}
