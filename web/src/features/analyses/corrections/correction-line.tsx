import { correctedText, sayIn, type Correction } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { formatInstant, language } from '../../../lib/texts/i18n.ts'

/** A statement with its reason, by whom and when, and whether it was made on an earlier analysis. */
export function CorrectionLine({ name, correction }: { name: string; correction: Correction }) {
  const { t } = useTranslation('analyses')
  const { value, reason, clinician, made_at, earlier } = correction
  return (
    <p className="dx-correction">
      <strong>
        {value === null ? t('correct.withdrawn') : correctedText(name, value, sayIn(language()))}
      </strong>
      {reason !== '' && <span>{t('correct.why', { reason })}</span>}
      <small>
        {clinician} · {formatInstant(made_at)}
        {earlier && ` · ${t('correct.earlier')}`}
      </small>
    </p>
  )
}
