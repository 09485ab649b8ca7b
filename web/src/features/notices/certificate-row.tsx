import type { CertificateNotice } from '@mingmou/contract'
import { Badge } from 'antd'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { isPast } from '../../lib/texts/instants.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'

/** A certificate that ends. It is read with all others, or gone once another one is in use. */
export function CertificateRow({
  notice,
  onLeave,
}: {
  notice: CertificateNotice
  onLeave: () => void
}) {
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
