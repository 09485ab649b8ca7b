import { DeleteOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileSender, Outgoing } from '../../lib/files/file-sender.ts'
import { formatSize } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { LeftOut } from './left-out.tsx'
import './files-input.css'

export type Sending = Pick<
  FileSender,
  'subscribe' | 'list' | 'leftOut' | 'add' | 'retry' | 'remove' | 'removeRefused'
>

const STATUS = {
  waiting: 'normal',
  sending: 'active',
  lost: 'exception',
  failed: 'exception',
  refused: 'exception',
  kept: 'success',
  arrived: 'success',
} as const

/** The files of a sender, each with its way, why it is refused, and what a page adds to its row. */
export function SentFiles<Row extends Outgoing>(props: {
  sender: Sending
  rows: readonly Row[]
  label: string
  more?: (row: Row) => React.ReactNode
}) {
  const { t } = useTranslation()
  const { sender, rows } = props
  const leftOut = useSyncExternalStore(sender.subscribe, sender.leftOut)
  const refused = rows.filter(({ state }) => state === 'refused').length
  return (
    <>
      <LeftOut count={leftOut} />
      {refused > 1 && (
        <p className="files-refused">
          {t('files.refused', { count: refused })}{' '}
          <Button type="link" size="small" onClick={() => sender.removeRefused()}>
            {t('files.remove_refused')}
          </Button>
        </p>
      )}
      {rows.length > 0 && (
        <ul className="upload-list" aria-label={props.label}>
          {rows.map((row) => (
            <li key={row.id}>
              <SentFile row={row} sender={sender} />
              {props.more?.(row)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function SentFile({ row, sender }: { row: Outgoing; sender: Sending }) {
  const { t } = useTranslation()
  const { id, state, share, reason } = row
  const { name, size } = row.file
  return (
    <>
      <span className="ellipsis" title={name}>
        {name}
      </span>
      <span className="soft upload-size">{formatSize(size)}</span>
      <Progress
        percent={Math.round(share * 100)}
        size="small"
        status={STATUS[state]}
        aria-label={`${name} ${t(`files.sending.${state}`)}`}
      />
      <span className="upload-buttons">
        {(state === 'failed' || state === 'lost') && (
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined />}
            aria-label={t('files.retry', { name })}
            onClick={() => sender.retry(id)}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('files.remove', { name })}
          onClick={() => sender.remove(id)}
        />
      </span>
      {state === 'kept' && <p className="upload-kept">{t('files.sending.kept')}</p>}
      {state === 'lost' && (
        <p role="alert" className="upload-reason">
          {t('files.sending.lost')}
        </p>
      )}
      {reason !== null && reason !== '' && (
        <p role="alert" className="upload-reason">
          {say(reason)}
        </p>
      )}
    </>
  )
}
