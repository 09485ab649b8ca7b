import { type Drawable, reasonOf } from '@mingmou/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../../modalities/use-modality.ts'
import { DrawRow, type DrawnImage } from './draw-row.tsx'

/** What a clinician may draw: whose each of it is, and the way to draw it. */
export function DrawCard(props: DrawnImage) {
  const { image, viewer } = props
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
          <DrawRow
            key={drawable.name}
            {...props}
            drawable={drawable}
            withheld={image.data && reasonOf(image.data.not_measured, drawable.figure)}
            disabled={!gradable || viewer.state.sketch !== null}
          />
        ))}
      </dl>
      <p className="soft">{t(gradable ? 'draw.kept' : 'draw.ungradable')}</p>
    </section>
  )
}
