import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './stacked-panes.css'

/** Two pictures in one place. `split`: the share of the breadth that shows the lower one. `upper`: whether the upper shows. */
export type Stack =
  | { kind: 'swipe'; split: number; onSplit: (split: number) => void }
  | { kind: 'flicker'; upper: boolean }

/** The upper pane over the lower, cut at a line that moves, or shown by turns. */
export function StackedPanes(props: {
  stack: Stack
  labels: readonly [lower: string, upper: string]
  lower: ReactNode
  upper: ReactNode
}) {
  const { t } = useTranslation('viewer')
  const { stack, labels, lower, upper } = props
  const swiped = stack.kind === 'swipe'
  const hides: CSSProperties = swiped
    ? { clipPath: `inset(0 0 0 ${100 * stack.split}%)` }
    : { visibility: stack.upper ? 'visible' : 'hidden' }
  return (
    <div className="ev-stack">
      <div>{lower}</div>
      <div style={hides}>{upper}</div>
      {swiped ? (
        <>
          <span className="ev-stack-label">{labels[0]}</span>
          <span className="ev-stack-label ev-stack-right">{labels[1]}</span>
          <i className="ev-stack-line" style={{ insetInlineStart: `${100 * stack.split}%` }} />
          <input
            type="range"
            className="ev-stack-slider"
            aria-label={t('swipe_line')}
            min={0}
            max={1}
            step={0.01}
            value={stack.split}
            onChange={(event) => stack.onSplit(event.target.valueAsNumber)}
          />
        </>
      ) : (
        <span className="ev-stack-label" aria-live="polite">
          {labels[stack.upper ? 1 : 0]}
        </span>
      )}
    </div>
  )
}
