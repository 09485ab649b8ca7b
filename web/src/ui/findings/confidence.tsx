import { type Confidence, percentOf, sureWord } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'

interface Props {
  confidence: Confidence | undefined | null
  /** Names what it is the confidence of, where that is not what stands before it. */
  of?: 'ratio'
}

/** How sure the machine is, in a word with its share; nothing where that is not known. */
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
