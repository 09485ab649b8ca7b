import { OPINION_CHARS, withDraft } from '@mingmou/contract'
import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { OPINION_ID } from '../workspace-keys.ts'
import { OpinionAuthor } from './opinion-author.tsx'
import { useOpinion } from './use-opinion.ts'

/** The clinician's text. `draft`: what may be taken over from the machine. */
export function OpinionText(props: {
  opinion: ReturnType<typeof useOpinion>
  draft: string
  onSign: () => void
  onInterrupt: () => void
}) {
  const { t } = useTranslation('analyses')
  const { draft } = props
  const { opinion } = props
  const { text, authorship, opening, write } = opinion
  const field = useJoined(opinion, props.onInterrupt)
  return (
    <>
      <div className="dx-row">
        <h2 id="dx-opinion">{t('opinion.clinician')}</h2>
        {draft !== '' && authorship.origin !== 'taken_over' && (
          <Button size="small" disabled={opening} onClick={() => write(withDraft(text, draft))}>
            {t('opinion.take_over')}
          </Button>
        )}
      </div>
      <Input.TextArea
        ref={field}
        id={OPINION_ID}
        aria-labelledby="dx-opinion"
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={OPINION_CHARS}
        placeholder={t('opinion.empty')}
        showCount
        value={text}
        onChange={(event) => write(event.target.value)}
        onCompositionStart={() => opinion.compose('opinion')}
        onCompositionEnd={() => opinion.compose(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) props.onSign()
          // The keys of the workspace and of the worklist wait outside the text.
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {text.trim() !== '' && <OpinionAuthor text={text} draft={draft} authorship={authorship} />}
    </>
  )
}

/** What was typed before its opinion was there joins it, and the caret stays behind it. */
function useJoined(
  { isEarly, joins, join, interrupt }: ReturnType<typeof useOpinion>,
  onInterrupt: () => void,
) {
  const field = useRef<TextAreaRef>(null)
  const joined = useEffectEvent(join)
  const interrupted = useEffectEvent(() => {
    interrupt()
    // What is typed meanwhile is for the same report.
    onInterrupt()
  })
  useLayoutEffect(() => {
    // The field that stood here before took the focus along.
    if (isEarly && document.activeElement === document.body) field.current?.focus({ cursor: 'end' })
  }, [isEarly])
  useLayoutEffect(() => {
    if (joins) joined()
  }, [joins])
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id === OPINION_ID) interrupted()
    },
    [],
  )
  return field
}
