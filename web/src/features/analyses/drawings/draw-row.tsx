import type { AnalysedImage, Drawable, Reason } from '@mingmou/contract'
import { Button } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { standingOf, worded } from './standing.ts'
import { useBegin } from './use-begin.ts'
import { Whose } from './whose.tsx'
import { Withdraw } from './withdraw.tsx'

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
