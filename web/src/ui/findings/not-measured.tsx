import { type Reason, reasonText } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/i18n.ts'
import './findings.css'

/** Stands where a figure would stand: never a number, always why. */
export function NotMeasured({ reason }: { reason: Reason | null }) {
  const { t } = useTranslation('findings')
  return (
    <span className="fd-not-measured">
      {t('not_measured')}
      {reason && (
        <small>
          {reason === 'not_implemented' ? t('not_supported') : reasonText(reason, language())}
        </small>
      )}
    </span>
  )
}
