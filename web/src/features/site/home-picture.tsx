import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

/** A drawn photograph turning into the vessels found in it; the boundary follows the slider. */
export function HomePicture() {
  const { t } = useTranslation('site')
  const [share, setShare] = useState(50)
  return (
    <figure className="home-picture">
      <div>
        <Picture name="home-photograph" alt={t('picture.label')} fetchPriority="high" />
        <Picture
          name="home-findings"
          alt=""
          loading="lazy"
          fetchPriority="low"
          style={{ clipPath: `inset(0 0 0 ${share}%)` }}
        />
        <span className="home-boundary" style={{ insetInlineStart: `${share}%` }} />
      </div>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={t('picture.slider')}
        onChange={(event) => setShare(Number(event.target.value))}
      />
      <figcaption className="soft">{t('picture.caption')}</figcaption>
    </figure>
  )
}

/** A picture of the home page, in fewer bytes where the browser reads AVIF. */
const Picture = ({ name, ...rest }: { name: string } & ComponentProps<'img'>) => (
  <picture>
    <source srcSet={`/${name}.avif`} type="image/avif" />
    <img src={`/${name}.webp`} width={600} height={600} {...rest} />
  </picture>
)
