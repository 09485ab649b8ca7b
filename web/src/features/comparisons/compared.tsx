import { analysisEntry, type AnalysisCalls, type DataOf, type Eye } from '@mingmou/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsLive } from '../../lib/live/socket.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { bentLines, type Bend } from '../../ui/eye-viewer/bend.ts'
import { EyeViewer } from '../../ui/eye-viewer/eye-viewer.tsx'
import type { Stack } from '../../ui/eye-viewer/stacked-panes.tsx'
import { useViewer, type ViewerImage } from '../../ui/eye-viewer/viewer-state.ts'
import { viewerLayers } from '../../ui/findings/layers.ts'
import { ChangeTable, type Vessels } from './change-table.tsx'
import { LayoutBar } from './layout-bar.tsx'
import { registrationQuery, useRegistrationEvents } from './queries.ts'
import { RegistrationNote } from './registration-note.tsx'
import type { Shown } from './sides.ts'
import type { Comparison, Side } from './use-comparison.ts'
import { useFlicker } from './use-flicker.ts'
import { useLayoutKeys } from './use-layout-keys.ts'

type Modality = ReturnType<typeof useModality>

interface Props {
  comparison: Comparison
  eye: Eye
  before: Shown
  after: Shown
  onStale: () => void
}

/** The two pictures beside or over each other, how well they lie, and what has changed. */
export function Compared({ comparison, eye, before, after, onStale }: Props) {
  const { t } = useTranslation('comparisons')
  const modality = useModality()
  const registered = useRegistration(before, after)
  const transform = registered.data?.registration?.transform ?? null
  const isAligned = transform !== null
  const [straight, setStraight] = useState(false)
  const viewer = useViewer()
  const [split, setSplit] = useState(0.5)
  const layout = isAligned ? comparison.layout : 'beside'
  const flicker = useFlicker(layout === 'flicker')
  useLayoutKeys({ layout, isAligned, choose: comparison.chooseLayout, turn: flicker.turn })
  const bend: Bend | null =
    transform && (layout !== 'beside' || !straight)
      ? { transform, from: after.image, to: before.image }
      : null
  const stack: Stack | undefined =
    layout === 'swipe'
      ? { kind: 'swipe', split, onSplit: setSplit }
      : layout === 'flicker'
        ? { kind: 'flicker', upper: flicker.upper }
        : undefined
  const label = (side: Side, { sitting, image }: Shown) =>
    `${t(side)} ${sitting.record_date} · ${image.file_name}`
  const pane = paneOf(modality, eye, before)
  return (
    <div>
      <section className="panel cmp-tools">
        <LayoutBar
          layout={layout}
          onLayout={comparison.chooseLayout}
          isAligned={isAligned}
          straight={straight}
          onStraight={setStraight}
          flicker={flicker}
        />
        <RegistrationNote
          possible={canRegister(modality.key)}
          query={registered}
          unit={unitOf(modality, before)}
        />
      </section>
      <div className="cmp-viewer">
        <EyeViewer
          images={[
            { ...pane, label: label('before', before) },
            { ...bentPane(modality, eye, after, before, bend), label: label('after', after) },
          ]}
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

const canRegister = (key: Modality['key']) => analysisEntry(key).registered !== undefined

/** How the vessels of the later picture lie over those of the earlier one. */
function useRegistration(before: Shown, after: Shown) {
  const { key } = useModality()
  useRegistrationEvents()
  const live = useIsLive()
  const [first, second] = [before.sitting.analysis_record_id, after.sitting.analysis_record_id]
  const pair =
    canRegister(key) && first && second
      ? {
          analysis_record_id: first,
          image_index: before.image.image_index,
          after_record_id: second,
          after_index: after.image.image_index,
        }
      : null
  return useQuery(registrationQuery(key, pair, live))
}

function paneOf(modality: Modality, eye: Eye, { sitting, image }: Shown) {
  return {
    ...viewerLayers(modality, image),
    key: `${sitting.image_id}/${String(image.image_index)}`,
    analysis: sitting.analysis_record_id ?? '',
    url: image.image_url,
    width: image.width,
    height: image.height,
    eye,
  }
}

/** The later picture, bent as the earlier one lies and in its size. */
function bentPane(
  modality: Modality,
  eye: Eye,
  after: Shown,
  before: Shown,
  bend: Bend | null,
): Omit<ViewerImage, 'label'> {
  const pane = paneOf(modality, eye, after)
  if (!bend) return pane
  const below = paneOf(modality, eye, before)
  return {
    ...pane,
    key: `${pane.key}@${below.key}`,
    width: bend.to.width,
    height: bend.to.height,
    bend,
    shapes: (pane.shapes ?? []).map((lines) => bentLines(lines, bend)),
    ...(below.scale && { scale: below.scale }),
  }
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

/** In what the distance of the vessels is told besides px. */
function unitOf({ view }: Modality, { image }: Shown) {
  const data = image.data
  if (!data) return null
  const disc = view.discDiameterPx(data)
  if (disc !== null) return { px: disc, symbol: 'DD' }
  return data.scale ? { px: 1 / data.scale.mm_per_px, symbol: 'mm' } : null
}
