import { type Confidence, percentOf, sureWord } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'

interface Props {
  confidence: Confidence | undefined | null
  /** Names the figure of the confidence, where that does not stand before it. */
  of?: 'ratio'
}

/** The machine's confidence, in a word with its share. Empty where it is not known. */
export function Sure({ confidence, of }: Props) {
  const { t } = useTranslation('findings')
  if (!confidence) return null
  const word = sureWord(confidence)
  return (
    <small className="fd-sure" data-level={word}>
      {t(`sure.${of ?? 'label'}`, {
        word: t(`sure.${word}`),
        share: percentOf(confidence.level),
      })}
    </small>
  )
}
