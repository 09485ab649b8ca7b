import { eyeMismatch, sayIn, type AnalysisResult } from '@mingmou/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import { eyeHints } from '../sitting/images.ts'

/**
 * Points to check about the eyes of the sitting: one is missing, or a label and the machine
 * disagree.
 */
export function EyeHints({ result }: { result: AnalysisResult }) {
  const { t } = useTranslation(['analyses', 'findings'])
  const hints = eyeHints(result)
  if (hints.length === 0) return null
  const name = (eye: string) => t(`findings:eye.${eye}`)
  return (
    <Alert
      type="warning"
      showIcon
      title={hints.map((hint) => (
        <div key={`${hint.kind} ${'number' in hint ? hint.number : ''}`}>
          {hint.kind === 'only'
            ? t('hint.only', { eye: name(hint.eye), other: name(hint.other) })
            : t('hint.differs', {
                number: hint.number,
                what: eyeMismatch(hint.source, hint.label, hint.eye, sayIn(language())),
              })}
        </div>
      ))}
    />
  )
}
