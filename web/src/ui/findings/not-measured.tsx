import { type Reason, reasonText } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import './findings.css'

interface Props {
  reason: Reason | null
  /** The missing thing: a figure, a grade, or a finding. */
  none?: 'not_measured' | 'grade.none' | 'undetermined'
}

/**
 * Stands in the place of a figure or a finding. It never gives a number, and always gives the
 * reason.
 */
export function NotMeasured({ reason, none = 'not_measured' }: Props) {
  const { t } = useTranslation('findings')
  return (
    <span className="fd-not-measured">
      {t(none)}
      {reason && (
        <small>
          {reason === 'not_implemented' ? t('not_supported') : reasonText(reason, language())}
        </small>
      )}
    </span>
  )
}
