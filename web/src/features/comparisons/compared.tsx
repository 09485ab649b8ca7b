import { analysisEntry, type AnalysisCalls, type DataOf, type Eye } from '@mingmou/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Checkbox, Segmented, Slider } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsLive } from '../../lib/live/socket.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { bentLines, type Bend } from '../../ui/eye-viewer/bend.ts'
import { EyeViewer } from '../../ui/eye-viewer/eye-viewer.tsx'
import type { Stack } from '../../ui/eye-viewer/stacked-panes.tsx'
import { useViewer, type ViewerImage } from '../../ui/eye-viewer/viewer-state.ts'
import { viewerLayers } from '../../ui/findings/layers.ts'
import { ChangeTable, type Vessels } from './change-table.tsx'
import { registrationQuery, useRegistrationEvents } from './queries.ts'
import { RegistrationNote } from './registration-note.tsx'
import type { Shown } from './sides.ts'
import { type Comparison, LAYOUTS, type Layout, type Side } from './use-comparison.ts'

interface Props {
  comparison: Comparison
  eye: Eye
  before: Shown
  after: Shown
  onStale: () => void
}

const isCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The two pictures beside or over each other, how well they lie, and what has changed. */
export function Compared({ comparison, eye, before, after, onStale }: Props) {
  const { t } = useTranslation('comparisons')
  const modality = useModality()
  const canRegister = analysisEntry(modality.key).registered !== undefined
  useRegistrationEvents()
  const live = useIsLive()
  const pair =
    canRegister && before.sitting.analysis_record_id && after.sitting.analysis_record_id
      ? {
          analysis_record_id: before.sitting.analysis_record_id,
          image_index: before.image.image_index,
          after_record_id: after.sitting.analysis_record_id,
          after_index: after.image.image_index,
        }
      : null
  const registered = useQuery(registrationQuery(modality.key, pair, live))
  const registration = registered.data?.registration ?? null
  const transform = registration?.transform ?? null
  const [straight, setStraight] = useState(false)
  const viewer = useViewer()
  const [split, setSplit] = useState(0.5)
  const layout = transform ? comparison.layout : 'beside'
  const flicker = useFlicker(layout === 'flicker')
  const { image } = before
  const bend: Bend | null =
    transform && (layout !== 'beside' || !straight)
      ? { transform, from: after.image, to: image }
      : null

  const paneOf = (side: Side, { sitting, image: shown }: Shown, by: Bend | null): ViewerImage => {
    const layers = viewerLayers(modality, shown)
    const size = by ? by.to : shown
    return {
      ...layers,
      key: `${sitting.image_id}/${String(shown.image_index)}${by ? `@${before.sitting.image_id}/${String(image.image_index)}` : ''}`,
      analysis: sitting.analysis_record_id ?? '',
      label: `${t(side)} ${sitting.record_date} · ${shown.file_name}`,
      url: shown.image_url,
      width: size.width,
      height: size.height,
      eye,
      ...(by && {
        bend: by,
        shapes: (layers.shapes ?? []).map((lines) => bentLines(lines, by)),
        scale: viewerLayers(modality, image).scale,
      }),
    }
  }
  const stack: Stack | undefined =
    layout === 'swipe'
      ? { kind: 'swipe', split, onSplit: setSplit }
      : layout === 'flicker'
        ? { kind: 'flicker', upper: flicker.upper }
        : undefined

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyped(event.target)) return
    const wanted = LAYOUTS[['1', '2', '3'].indexOf(event.key)]
    if (wanted && (wanted === 'beside' || transform)) comparison.chooseLayout(wanted)
    else if (event.key === ' ' && layout === 'flicker' && !isPressed(event.target)) flicker.turn()
    else return
    event.preventDefault()
  })
  // From wherever the page is: nothing has to be pressed before its keys are heard.
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <div>
      <section className="panel cmp-tools">
        <Segmented<Layout>
          aria-label={t('layout')}
          value={layout}
          onChange={comparison.chooseLayout}
          options={LAYOUTS.map((value, at) => ({
            value,
            label: <span title={String(at + 1)}>{t(`layouts.${value}`)}</span>,
            disabled: value !== 'beside' && !transform,
          }))}
        />
        {layout === 'beside' && transform && (
          <Checkbox checked={!straight} onChange={({ target }) => setStraight(!target.checked)}>
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
        <RegistrationNote
          possible={canRegister}
          query={registered}
          unit={unitOf(modality, before)}
        />
      </section>
      <div className="cmp-viewer">
        <EyeViewer
          images={[paneOf('before', before, null), paneOf('after', after, bend)]}
          viewer={viewer}
          onStale={onStale}
          stack={stack}
          more={[
            { shown: '1 2 3', text: t('layouts_keys') },
            { shown: t('space'), text: t('turn') },
          ]}
        />
      </div>
      <ChangeTable eye={eye} before={before} after={after} vessels={vesselsOf(registered)} />
    </div>
  )
}

/** A pair that is never looked at, or could not be, is settled. */
function vesselsOf({
  data,
  isError,
  isEnabled,
}: UseQueryResult<DataOf<AnalysisCalls['register']>>): Vessels {
  if (!isEnabled || isError || data?.status === 'failed') return 'settled'
  if (!data?.registration) return 'aligning'
  return data.registration.reason === 'no_match' ? 'unmatched' : 'settled'
}

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)

/** A press of the space bar does something of its own there. A radio that is chosen stays chosen. */
const isPressed = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('button, [role="slider"], input:not([type="radio"]:checked)') !== null

/** In what the distance of the vessels is told besides px. */
function unitOf({ view }: ReturnType<typeof useModality>, { image }: Shown) {
  const data = image.data
  if (!data) return null
  const disc = view.discDiameterPx(data)
  if (disc !== null) return { px: disc, symbol: 'DD' }
  return data.scale ? { px: 1 / data.scale.mm_per_px, symbol: 'mm' } : null
}

/** Shows the upper picture by turns. Where the system asks for less motion, only by hand. */
function useFlicker(active: boolean) {
  const [upper, setUpper] = useState(true)
  const [runs, setRuns] = useState(() => !isCalm())
  const [seconds, setSeconds] = useState(1)
  useEffect(() => {
    if (!active || !runs) return
    const timer = setInterval(() => setUpper((before) => !before), seconds * 1000)
    return () => clearInterval(timer)
  }, [active, runs, seconds])
  return {
    ...{ upper, runs, setRuns, seconds, setSeconds },
    turn: () => {
      setRuns(false)
      setUpper(!upper)
    },
  }
}
