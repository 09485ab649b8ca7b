import { type Confidence, sureWord } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'

/** How sure the machine is, in a word with its share; nothing where that is not known. */
export function Sure({ confidence }: { confidence: Confidence | undefined | null }) {
  const { t } = useTranslation('findings')
  if (!confidence) return null
  const word = sureWord(confidence)
  return (
    <small className="fd-sure" data-level={word}>
      {t('sure.label', { word: t(`sure.${word}`), share: Math.round(confidence.level * 100) })}
    </small>
  )
}
