import { useTranslation } from 'react-i18next'
import { formatPeriod } from '../../lib/texts/period.ts'
import { PERIODS, UNITS } from './fields.ts'

/** A value as it is read, with its unit. */
export function useShown() {
  const { t } = useTranslation('dm-conditions')
  return (name: string, value: unknown) =>
    name === 'somatotype'
      ? t(`somatotype.${String(value)}`)
      : PERIODS.includes(name)
        ? formatPeriod(String(value))
        : [value, UNITS[name]].filter(Boolean).join(' ')
}
