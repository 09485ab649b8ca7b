import type { Confidence } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'

/** Own levels: probabilities that a class is right, or a number within its tolerance. */
const HIGH = 0.9
const MODERATE = 0.7

export function wordOf({ level }: Confidence): 'high' | 'moderate' | 'low' {
  if (level >= HIGH) return 'high'
  return level >= MODERATE ? 'moderate' : 'low'
}

/** How sure the machine is, in a word with its share; nothing where that is not known. */
export function Sure({ confidence }: { confidence: Confidence | undefined | null }) {
  const { t } = useTranslation('findings')
  if (!confidence) return null
  const word = wordOf(confidence)
  return (
    <small className="fd-sure" data-level={word}>
      {t('sure.label', { word: t(`sure.${word}`), share: Math.round(confidence.level * 100) })}
    </small>
  )
}
