import type { Eye } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'
import type { Bend } from '../../ui/eye-viewer/bend.ts'
import { EyeViewer } from '../../ui/eye-viewer/eye-viewer.tsx'
import type { Stack } from '../../ui/eye-viewer/stacked-panes.tsx'
import { useViewer } from '../../ui/eye-viewer/use-viewer.ts'
import { ChangeTable } from './change-table.tsx'
import { LayoutBar } from './layout-bar.tsx'
import { RegistrationNote } from './registration-note.tsx'
import type { Shown } from './sides.ts'
import type { Comparison, Side } from './use-comparison.ts'
import { useFlicker } from './use-flicker.ts'
import { useLayoutKeys } from './use-layout-keys.ts'
import { useRegistration, canRegister, vesselsOf } from './use-registration.ts'
import { paneOf, bentPane, type Modality } from './panes.ts'

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

/** In what the distance of the vessels is told besides px. */
function unitOf({ view }: Modality, { image }: Shown) {
  const data = image.data
  if (!data) return null
  const disc = view.discDiameterPx(data)
  if (disc !== null) return { px: disc, symbol: 'DD' }
  return data.scale ? { px: 1 / data.scale.mm_per_px, symbol: 'mm' } : null
}
