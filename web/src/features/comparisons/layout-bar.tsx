import { Checkbox, Segmented, Slider } from 'antd'
import { useTranslation } from 'react-i18next'
import { LAYOUTS, type Layout } from './use-comparison.ts'
import type { useFlicker } from './use-flicker.ts'

/** How the two pictures lie, and what each way of it offers. */
export function LayoutBar(props: {
  layout: Layout
  onLayout: (layout: Layout) => void
  /** The pictures lie over each other as their vessels do. */
  isAligned: boolean
  straight: boolean
  onStraight: (straight: boolean) => void
  flicker: ReturnType<typeof useFlicker>
}) {
  const { t } = useTranslation('comparisons')
  const { layout, isAligned, straight, flicker } = props
  return (
    <>
      <Segmented<Layout>
        aria-label={t('layout')}
        value={layout}
        onChange={props.onLayout}
        options={LAYOUTS.map((value, at) => ({
          value,
          label: <span title={String(at + 1)}>{t(`layouts.${value}`)}</span>,
          disabled: value !== 'beside' && !isAligned,
        }))}
      />
      {layout === 'beside' && isAligned && (
        <Checkbox checked={!straight} onChange={({ target }) => props.onStraight(!target.checked)}>
          {t('aligned')}
        </Checkbox>
      )}
      {layout === 'flicker' && (
        <>
          <Checkbox
            checked={flicker.runs}
            onChange={({ target }) => flicker.setRuns(target.checked)}
          >
            {t('flicker_runs')}
          </Checkbox>
          <label className="cmp-speed">
            {t('flicker_speed')}
            <Slider
              min={0.4}
              max={3}
              step={0.2}
              value={flicker.seconds}
              onChange={flicker.setSeconds}
              tooltip={{ formatter: (value) => t('seconds', { value }) }}
              ariaLabelForHandle={t('flicker_speed')}
            />
          </label>
        </>
      )}
    </>
  )
}
