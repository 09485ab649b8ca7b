import { OPINION_CHARS } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EarlyTexts } from './use-early.ts'

interface Props {
  imageId: string
  early: EarlyTexts
}

/** The field of an opinion whose result is still to come. */
export function EarlyOpinion({ imageId, early }: Props) {
  const { t } = useTranslation('analyses')
  const text = early.of(imageId)?.text ?? ''
  return (
    <section className="dx-card">
      <h2 id="dx-early">{t('opinion.clinician')}</h2>
      <Input.TextArea
        aria-labelledby="dx-early"
        autoFocus
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={OPINION_CHARS}
        value={text}
        onChange={(event) => early.change(imageId, { text: event.target.value })}
        onCompositionStart={() => early.change(imageId, { composing: 'early' })}
        onCompositionEnd={() => early.change(imageId, { composing: null })}
        onBlur={() => {
          if (text === '') early.drop(imageId)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <p className="dx-caution" role="status">
        {t('opinion.early')}
      </p>
    </section>
  )
}
