import { useTranslation } from 'react-i18next'
import { reasonText, figureName, type Measure } from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'

/**
 * The figures that were not measured, by reason. They are named, so that silence does not read as
 * health.
 */
export function Missing({
  rows,
}: {
  rows: readonly Pick<Measure, 'labels' | 'value' | 'reason'>[]
}) {
  const { t } = useTranslation('findings')
  const missing = rows.filter(({ value }) => value === null)
  const reasons = [...new Set(missing.map(({ reason }) => reason))]
  return reasons.map((reason) => (
    <p key={reason} className="fd-missing">
      {t('missing', {
        reason:
          reason === null || reason === 'not_implemented'
            ? t('not_supported')
            : reasonText(reason, language()),
        names: missing
          .filter((measure) => measure.reason === reason)
          .map((measure) => figureName(measure, language()))
          .join(t('comma')),
      })}
    </p>
  ))
}
