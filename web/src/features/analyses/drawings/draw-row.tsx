import type { AnalysedImage, Drawable, Drawing, Reason } from '@mingmou/contract'
import { Button } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import type { Viewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { NotMeasured } from '../../../ui/findings/not-measured.tsx'
import { useDraw } from '../actions.ts'
import { standingOf, worded, type Standing } from './standing.ts'
import { useBegin } from './use-begin.ts'

export interface DrawnImage {
  recordId: string
  image: AnalysedImage
  /** The image's name in the viewer. */
  picture: string
  viewer: Viewer
}

interface Props extends DrawnImage {
  drawable: Drawable
  /** Why none is measured. */
  withheld: Reason | null
  disabled: boolean
}

/** One thing that may be drawn: whose it is, and the way to draw, to change and to withdraw it. */
export function DrawRow(props: Props) {
  const { recordId, image, drawable, withheld, disabled } = props
  const { t } = useTranslation(['analyses', 'findings'])
  const id = useId()
  const standing = standingOf(image, drawable, withheld)
  const { holds, map, unused } = standing
  const { begin, loading } = useBegin({ ...props, standing })
  const layer = t(`findings:overlay.${drawable.name}`)
  return (
    <div>
      <dt id={id}>{layer}</dt>
      <dd>
        <Whose drawable={drawable} standing={standing} withheld={withheld} />
      </dd>
      <dd>
        <Button
          id={`${id}-begin`}
          aria-labelledby={`${id}-begin ${id}`}
          autoInsertSpace={false}
          size="small"
          disabled={disabled || (holds !== null && image.drawn?.state === 'measuring')}
          loading={loading}
          onClick={() => void begin(unused ? undefined : map)}
        >
          {t(worded(drawable, holds ? 'change' : 'begin'))}
        </Button>
        {unused && (
          <Button
            size="small"
            type="text"
            disabled={disabled}
            loading={loading}
            aria-label={t('draw.begin_unused_of', { layer })}
            onClick={() => void begin(unused)}
          >
            {t('draw.begin_unused')}
          </Button>
        )}
        {holds && (
          <Withdraw
            about={{ analysis_record_id: recordId, image_index: image.image_index }}
            drawing={holds}
            label={t(worded(drawable, 'withdraw_of'), { layer })}
            disabled={disabled}
          />
        )}
      </dd>
    </div>
  )
}

/** Who drew what holds, or that it is the machine's. */
function Whose(props: { drawable: Drawable; standing: Standing; withheld: Reason | null }) {
  const { t } = useTranslation('analyses')
  const { withheld } = props
  const { holds, isDrawn, map, at } = props.standing
  if (holds)
    return (
      <>
        {t(worded(props.drawable, 'drawn'), {
          clinician: holds.clinician,
          time: formatInstant(holds.made_at),
        })}
        {holds.earlier && <small> · {t('draw.earlier')}</small>}{' '}
        {isDrawn && withheld !== null && <NotMeasured reason={withheld} />}
      </>
    )
  if (withheld === null) return t((map ?? at) ? 'draw.by_machine' : 'draw.none')
  return (
    <>
      {t('draw.by_machine')} <NotMeasured reason={withheld} />
    </>
  )
}

function Withdraw(props: {
  about: { analysis_record_id: string; image_index: number }
  drawing: Drawing
  label: string
  disabled: boolean
}) {
  const { t } = useTranslation('analyses')
  const { layer, drawing_id } = props.drawing
  const withdraw = useDraw(t('draw.withdrawn'))
  return (
    <Button
      size="small"
      type="text"
      disabled={props.disabled}
      loading={withdraw.isPending}
      aria-label={props.label}
      onClick={() => withdraw.mutate({ ...props.about, layer, mask: null, replaces: drawing_id })}
    >
      {t('draw.withdraw')}
    </Button>
  )
}
