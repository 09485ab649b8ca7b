import { OPINION_CHARS } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { EARLY_ID } from '../workspace-keys.ts'
import type { EarlyTexts } from './use-early.ts'

interface Props {
  sitting: string
  /** The photograph on screen, once one is. */
  index: number | null
  early: EarlyTexts
}

/** The field of an opinion whose result is still to come. */
export function EarlyOpinion({ sitting, index, early }: Props) {
  const { t } = useTranslation('analyses')
  const text = early.of(sitting, index)[0]?.text ?? ''
  return (
    <section className="dx-card">
      <h2 id="dx-early">{t('opinion.clinician')}</h2>
      <Input.TextArea
        id={EARLY_ID}
        aria-labelledby="dx-early"
        autoFocus
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={OPINION_CHARS}
        value={text}
        onChange={(event) => early.change(sitting, index, { text: event.target.value })}
        onCompositionStart={() => early.change(sitting, index, { composing: 'early' })}
        onCompositionEnd={() => early.change(sitting, index, { composing: null })}
        onBlur={() => {
          if (text === '') early.drop(sitting, index)
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
