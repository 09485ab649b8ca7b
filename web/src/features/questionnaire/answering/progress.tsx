import { useTranslation } from 'react-i18next'

export function Progress({ at, count }: { at: number; count: number }) {
  const { t } = useTranslation('questionnaire')
  const label = t('progress', { at: at + 1, count })
  return (
    <div className="survey-progress">
      <span>{label}</span>
      <progress aria-label={label} value={at + 1} max={count} />
    </div>
  )
}
