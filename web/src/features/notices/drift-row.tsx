import type { DriftNotice } from '@mingmou/contract'
import { Badge } from 'antd'
import { useTranslation } from 'react-i18next'
import { driftPath } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'

/** A device that left its band. Its page says that it was seen. */
export function DriftRow({ notice, onLeave }: { notice: DriftNotice; onLeave: () => void }) {
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
