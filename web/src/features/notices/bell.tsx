import { BellOutlined } from '@ant-design/icons'
import {
  BELL,
  imageName,
  MAX_PAGE_SIZE,
  MODALITY,
  type CertificateNotice,
  type DriftNotice,
  type KeptNotice,
} from '@mingmou/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Badge, Button, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diagnosisPath, driftPath, PATHS, trialReportPath } from '../../paths.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { isPast } from '../../lib/texts/instants.ts'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { Loading } from '../../ui/states/outcome.tsx'
import { Failed, Nothing } from '../../ui/states/states.tsx'
import { markNoticesRead, noticeQueries, useDriftNotices } from './queries.ts'
import './bell.css'

/** Notices of the own account that nobody was there to see. */
export function Bell() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useDriftNotices()
  const unread = useQuery(noticeQueries.count()).data?.unread ?? 0
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      arrow={false}
      classNames={{ root: 'bell-popup' }}
      title={<Head unread={unread} />}
      content={<List onLeave={() => setOpen(false)} />}
    >
      <Button
        type="text"
        className="bell"
        aria-label={t('bell.label', { count: unread })}
        aria-expanded={open}
        icon={
          <Badge count={unread} size="small" overflowCount={99}>
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  )
}

function Head({ unread }: { unread: number }) {
  const { t } = useTranslation()
  const readAll = useMutation({
    mutationFn: () => markNoticesRead(),
    onError: (error) => showFailure(error, t('bell.readFailed')),
  })
  return (
    <div className="bell-head">
      <span>{t('bell.title')}</span>
      <Button
        type="link"
        size="small"
        disabled={unread === 0}
        loading={readAll.isPending}
        onClick={() => readAll.mutate()}
      >
        {t('bell.readAll')}
      </Button>
    </div>
  )
}

function List({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const [size, setSize] = useState<number>(BELL.shown)
  const query = useQuery(noticeQueries.list(size))
  const { data } = query
  if (!data) {
    return (
      <div className="bell-list">
        {query.isError ? <Failed title={t('bell.failed')} query={query} /> : <Loading />}
      </div>
    )
  }
  return (
    <div className="bell-list">
      {data.rows.length + data.drift.length + data.certificates.length === 0 && (
        <Nothing hint={t('bell.empty')} />
      )}
      <ul aria-label={t('bell.title')}>
        {data.certificates.map((notice) => (
          <Ends key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
        {data.drift.map((notice) => (
          <Left key={notice.alarm_id} notice={notice} onLeave={onLeave} />
        ))}
        {data.rows.map((notice) => (
          <Row key={notice.analysis_record_id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
      {data.more && size < MAX_PAGE_SIZE && (
        <Button block loading={query.isFetching} onClick={() => setSize(MAX_PAGE_SIZE)}>
          {t('bell.more')}
        </Button>
      )}
      <p className="soft">{t('bell.kept', { count: BELL.keptDays })}</p>
    </div>
  )
}

function Row({ notice, onLeave }: { notice: KeptNotice; onLeave: () => void }) {
  const { t } = useTranslation()
  const { modality, pid, image_id, status, is_read, name, ended_at } = notice
  const { anal_id } = notice
  const path = anal_id
    ? trialReportPath(anal_id)
    : diagnosisPath({ tab: MODALITY[modality].tab, pid, image_id })
  const leave = () => {
    onLeave()
    if (!is_read) void markNoticesRead(image_id).catch(() => undefined)
  }
  return (
    <li>
      <a href={`#${path}`} className={is_read ? 'bell-read' : ''} onClick={leave}>
        {/* A batch of photographs names nobody. */}
        <strong className="ellipsis" title={name}>
          {anal_id ? t('bell.batch') : name}
        </strong>
        {!is_read && <Badge status="processing" text={t('bell.unread')} />}
        <span>
          {imageName(modality, language())}
          {!anal_id && ` · ${say(`analysis_${status}_title`)}`}
        </span>
        <span className="soft">{formatInstant(ended_at)}</span>
      </a>
    </li>
  )
}

/** A device that left its band. Its page says that it was seen. */
function Left({ notice, onLeave }: { notice: DriftNotice; onLeave: () => void }) {
  const { t } = useTranslation()
  const { drift_id, device, is_read, told_at } = notice
  const name = device === '' ? t('bell.unnamed') : device
  return (
    <li>
      <a href={`#${driftPath(drift_id)}`} className={is_read ? 'bell-read' : ''} onClick={onLeave}>
        <strong className="ellipsis" title={name}>
          {name}
        </strong>
        {!is_read && <Badge status="processing" text={t('bell.unread')} />}
        <span>{t('bell.drift')}</span>
        <span className="soft">{formatInstant(told_at)}</span>
      </a>
    </li>
  )
}

/** A certificate that ends. It is read with all others, or gone once another one is in use. */
function Ends({ notice, onLeave }: { notice: CertificateNotice; onLeave: () => void }) {
  const { t } = useTranslation()
  const { of, name, until, is_read, told_at } = notice
  return (
    <li>
      <a href={`#${PATHS.connections}`} className={is_read ? 'bell-read' : ''} onClick={onLeave}>
        <strong className="ellipsis" title={name || t(`bell.certificate.${of}`)}>
          {name || t(`bell.certificate.${of}`)}
        </strong>
        {!is_read && <Badge status="processing" text={t('bell.unread')} />}
        <span>
          {name !== '' && `${t(`bell.certificate.${of}`)} · `}
          {t(isPast(until) ? 'bell.certificate.over' : 'bell.certificate.until', {
            at: formatInstant(until),
          })}
        </span>
        <span className="soft">{formatInstant(told_at)}</span>
      </a>
    </li>
  )
}
