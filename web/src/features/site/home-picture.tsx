import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A drawn photograph turning into the vessels found in it; the boundary follows the slider. */
export function HomePicture() {
  const { t } = useTranslation('site')
  const [share, setShare] = useState(50)
  return (
    <figure className="home-picture">
      <div>
        <img
          src="/home-photograph.webp"
          alt={t('picture.label')}
          width={760}
          height={760}
          fetchPriority="high"
        />
        <img
          src="/home-findings.webp"
          alt=""
          loading="lazy"
          fetchPriority="low"
          width={760}
          height={760}
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
