import {
  type AnalysedImage,
  type Drawing,
  maskSize,
  type Reason,
  reasonOf,
} from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/i18n.ts'
import { showError } from '../../lib/notices.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { loadPixels } from '../../ui/eye-viewer/load-image.ts'
import type { Viewer } from '../../ui/eye-viewer/viewer-state.ts'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'
import { useDraw } from './queries.ts'

interface Props {
  recordId: string
  image: AnalysedImage
  /** The image's name in the viewer. */
  picture: string
  viewer: Viewer
}

/** The maps that a clinician may draw: whose each of them is, and the way to draw it. */
export function DrawCard({ recordId, image, picture, viewer }: Props) {
  const { t } = useTranslation('analyses')
  const { entry } = useModality()
  const { drawn } = image
  const gradable = (drawn?.machine ?? image.data)?.gradable === true
  return (
    <section className="dx-card">
      <h2>{t('draw.card')}</h2>
      {drawn?.state === 'measuring' && <Alert type="info" showIcon title={t('draw.measuring')} />}
      {drawn?.state === 'failed' && (
        <Alert type="warning" showIcon title={t('draw.not_measured')} />
      )}
      <dl className="dx-judgements">
        {entry.drawable.map(({ name, figure, single = false }) => (
          <Row
            key={name}
            layer={name}
            withheld={image.data && reasonOf(image.data.not_measured, figure)}
            single={single}
            {...{ recordId, image, picture, viewer }}
            disabled={!gradable || viewer.state.sketch !== null}
          />
        ))}
      </dl>
      <p className="soft">{t(gradable ? 'draw.kept' : 'draw.ungradable')}</p>
    </section>
  )
}

interface RowProps extends Props {
  layer: string
  /** Why the machine measured none. */
  withheld: Reason | null
  single: boolean
  disabled: boolean
}

function Row(props: RowProps) {
  const { recordId, image, picture, viewer, layer, withheld, single, disabled } = props
  const { t } = useTranslation(['analyses', 'findings'])
  const { layers } = useModality()
  const id = useId()
  const [loading, setLoading] = useState(false)
  const withdraw = useDraw(t('draw.withdrawn'))
  const newest = newestOf(image, layer)
  const holds = newest !== undefined && !newest.withdrawn
  const name = t(`findings:overlay.${layer}`)
  const map = image.overlays.find((one) => one.name === layer)

  // The map is the clinician's once it is measured.
  const isDrawn = holds && image.drawn?.state === 'measured'
  // What the machine withheld becomes a clinician's only where one asks for it.
  const unused = !isDrawn && withheld !== null ? map : undefined

  const begin = async (from: typeof map) => {
    setLoading(true)
    try {
      const loaded = from && (await loadPixels(from.url))
      const before = loaded?.start.includes(255)
        ? loaded
        : { size: loaded?.size ?? maskSize(image), start: null }
      const color = layers.find((one) => one.name === layer)?.color ?? '#fff'
      const counted = isDrawn ? t('draw.from_drawn', newest) : t('draw.from_counted')
      const begins = from === unused ? t('draw.from_unused') : counted
      viewer.change({
        tool: null,
        lines: {},
        sketch: {
          ...{ key: picture, layer, color, single, strokes: [], held: 0, corners: [], ...before },
          ...{ tool: 'outline', radius: image.width / 100, cursor: null },
          begins: before.start === null ? t('draw.from_nothing') : begins,
        },
      })
    } catch {
      showError(t('draw.load_failed'))
    } finally {
      setLoading(false)
    }
  }

  return (
    <div>
      <dt id={id}>{name}</dt>
      <dd>
        {holds ? (
          <>
            {t('draw.drawn', { clinician: newest.clinician, time: formatInstant(newest.made_at) })}
            {newest.earlier && <small> · {t('draw.earlier')}</small>}
          </>
        ) : withheld === null ? (
          t(map ? 'draw.by_machine' : 'draw.none')
        ) : (
          <>
            {t('draw.by_machine')} <NotMeasured reason={withheld} />
          </>
        )}
      </dd>
      <dd>
        <Button
          id={`${id}-begin`}
          aria-labelledby={`${id}-begin ${id}`}
          autoInsertSpace={false}
          size="small"
          disabled={disabled || (holds && image.drawn?.state === 'measuring')}
          loading={loading}
          onClick={() => void begin(unused ? undefined : map)}
        >
          {t(holds ? 'draw.change' : 'draw.begin')}
        </Button>
        {unused && (
          <Button
            size="small"
            type="text"
            disabled={disabled}
            loading={loading}
            aria-label={t('draw.begin_unused_of', { layer: name })}
            onClick={() => void begin(unused)}
          >
            {t('draw.begin_unused')}
          </Button>
        )}
        {holds && (
          <Button
            size="small"
            type="text"
            disabled={disabled}
            loading={withdraw.isPending}
            aria-label={t('draw.withdraw_of', { layer: name })}
            onClick={() =>
              withdraw.mutate({
                ...{ analysis_record_id: recordId, image_index: image.image_index, layer },
                ...{ mask: null, replaces: newest.drawing_id },
              })
            }
          >
            {t('draw.withdraw')}
          </Button>
        )}
      </dd>
    </div>
  )
}

/** The newest drawing of a layer, which may withdraw. */
export const newestOf = (
  { drawings }: Pick<AnalysedImage, 'drawings'>,
  layer: string,
): Drawing | undefined => drawings.find((one) => one.layer === layer)
