import { Badge } from 'antd'
import { useTranslation } from 'react-i18next'
import { EYE_GROUPS, groupOf, type StripImage } from './images.ts'

interface Props {
  images: readonly StripImage[]
  chosen: StripImage | undefined
  beside: StripImage | undefined
  onChoose: (image: StripImage) => void
}

/** The sitting's pictures, by eye. */
export function ImageStrip({ images, chosen, beside, onChoose }: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  return (
    <div className="dx-strip" role="group" aria-label={t('strip.title')}>
      {EYE_GROUPS.map((group) => {
        const rows = images.filter((image) => groupOf(image) === group)
        if (rows.length === 0) return null
        return (
          <fieldset key={group}>
            <legend>{t(`findings:eye.${group === 'other' ? 'unknown' : group}`)}</legend>
            {rows.map((image) => (
              <button
                key={image.image_index}
                type="button"
                title={image.file_name}
                aria-label={t('strip.image', {
                  number: image.image_index + 1,
                  name: image.file_name,
                })}
                aria-current={image === chosen}
                data-beside={image === beside || undefined}
                onClick={() => onChoose(image)}
              >
                <img src={image.thumb_url} alt="" />
                {images.length > 1 && <span className="dx-number">{image.image_index + 1}</span>}
                <Mark image={image} />
              </button>
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}

/** Red: not analysed. Amber: not gradable. */
function Mark({ image }: { image: StripImage }) {
  const { t } = useTranslation('analyses')
  if (image.analysed?.error) return <Badge status="error" title={t('strip.error')} />
  if (image.analysed?.quality?.gradable === false)
    return <Badge status="warning" title={t('strip.ungradable')} />
  return null
}
