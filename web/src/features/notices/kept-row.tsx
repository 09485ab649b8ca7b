import { imageName, MODALITY, type KeptNotice } from '@mingmou/contract'
import { Badge } from 'antd'
import { useTranslation } from 'react-i18next'
import { diagnosisPath, trialReportPath } from '../../paths.ts'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { markNoticesRead } from './queries.ts'

export function KeptRow({ notice, onLeave }: { notice: KeptNotice; onLeave: () => void }) {
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
