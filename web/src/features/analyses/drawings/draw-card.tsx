import {
  type AnalysedImage,
  type Drawable,
  type Drawing,
  maskSize,
  placeAt,
  type Point,
  type Reason,
  reasonOf,
} from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { showError } from '../../../lib/notices/notices.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { loadPixels } from '../../../ui/eye-viewer/load-image.ts'
import { pixelAt } from '../../../ui/eye-viewer/sketch.ts'
import type { Viewer } from '../../../ui/eye-viewer/viewer-state.ts'
import { NotMeasured } from '../../../ui/findings/not-measured.tsx'
import { useDraw } from '../queries.ts'

interface Props {
  recordId: string
  image: AnalysedImage
  /** The image's name in the viewer. */
  picture: string
  viewer: Viewer
}

/** What a clinician may draw: whose each of it is, and the way to draw it. */
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
        {entry.drawable.map((drawable: Drawable) => (
          <Row
            key={drawable.name}
            drawable={drawable}
            withheld={image.data && reasonOf(image.data.not_measured, drawable.figure)}
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
  drawable: Drawable
  /** Why none is measured. */
  withheld: Reason | null
  disabled: boolean
}

function Row(props: RowProps) {
  const { recordId, image, picture, viewer, drawable, withheld, disabled } = props
  const { name: layer, figure, single = false, place = false } = drawable
  const worded = (name: string) => (place ? `draw.place.${name}` : `draw.${name}`)
  const { t } = useTranslation(['analyses', 'findings'])
  const { layers } = useModality()
  const id = useId()
  const [loading, setLoading] = useState(false)
  const withdraw = useDraw(t('draw.withdrawn'))
  const newest = newestOf(image, layer)
  const holds = newest !== undefined && !newest.withdrawn
  const name = t(`findings:overlay.${layer}`)
  const map = image.overlays.find((one) => one.name === layer)
  const at = place && image.data ? placeAt(image.data, figure) : null

  // The map is the clinician's once it is measured.
  const isDrawn = holds && image.drawn?.state === 'measured'
  // What the machine withheld becomes a clinician's only where one asks for it.
  const unused = !isDrawn && withheld !== null ? map : undefined

  const begin = async (from: typeof map) => {
    setLoading(true)
    try {
      const loaded = at ? placed(image, at) : from && (await loadPixels(from.url))
      const before = loaded?.start.includes(255)
        ? loaded
        : { size: loaded?.size ?? maskSize(image), start: null }
      const color = layers.find((one) => one.name === layer)?.color ?? '#fff'
      const counted = isDrawn ? t(worded('from_drawn'), newest) : t(worded('from_counted'))
      const begins = unused && from === unused ? t('draw.from_unused') : counted
      viewer.change({
        tool: null,
        lines: {},
        sketch: {
          ...{ key: picture, layer, color, single, strokes: [], held: 0, corners: [], ...before },
          ...{ tool: place ? 'place' : 'outline', radius: image.width / 100, cursor: null },
          shift: null,
          begins: before.start === null ? t(worded('from_nothing')) : begins,
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
            {t(worded('drawn'), {
              clinician: newest.clinician,
              time: formatInstant(newest.made_at),
            })}
            {newest.earlier && <small> · {t('draw.earlier')}</small>}{' '}
            {isDrawn && withheld !== null && <NotMeasured reason={withheld} />}
          </>
        ) : withheld === null ? (
          t((map ?? at) ? 'draw.by_machine' : 'draw.none')
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
          {t(worded(holds ? 'change' : 'begin'))}
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
            aria-label={t(worded('withdraw_of'), { layer: name })}
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

/** A place of the findings as the px of a mask. There the middle of the first px of an image lies at 0. */
function placed(image: AnalysedImage, [x, y]: Point) {
  const size = maskSize(image)
  return { size, start: pixelAt(size, image, [x + 0.5, y + 0.5]) }
}
