import { useTranslation } from 'react-i18next'

/** Branches from the disc, as a schematic fundus has them; drawn once above and mirrored below. */
const BRANCHES = [
  'M300 200C280 140 230 90 160 78S70 96 46 120',
  'M262 122C236 96 216 60 210 36',
  'M204 88C180 104 150 116 118 150',
  'M300 200C312 150 330 110 362 84',
  'M324 132C340 128 356 132 370 140',
]

/** A drawing, and marked as one: half of it the photograph, half the vessels found in it. */
export function FundusDrawing() {
  const { t } = useTranslation('site')
  const vessels = (
    <>
      {BRANCHES.map((path) => (
        <path key={path} d={path} />
      ))}
      <g transform="matrix(1 0 0 -1 0 400)">
        {BRANCHES.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </>
  )
  return (
    <figure className="home-drawing">
      <svg viewBox="0 0 400 400" role="img" aria-label={t('drawing.label')}>
        <defs>
          <radialGradient id="retina" cx="0.6" cy="0.5" r="0.62">
            <stop offset="0" stopColor="#d9824a" />
            <stop offset="0.7" stopColor="#b4582c" />
            <stop offset="1" stopColor="#5f2a17" />
          </radialGradient>
          <clipPath id="field">
            <circle cx="200" cy="200" r="184" />
          </clipPath>
          <clipPath id="found">
            <rect x="200" y="0" width="200" height="400" />
          </clipPath>
        </defs>
        <rect width="400" height="400" rx="16" fill="#0b1211" />
        <g clipPath="url(#field)">
          <rect width="400" height="400" fill="url(#retina)" />
          <circle cx="142" cy="204" r="34" fill="#7c3517" opacity="0.55" />
          <ellipse cx="300" cy="200" rx="30" ry="33" fill="#f7d9a0" />
          <ellipse cx="300" cy="200" rx="13" ry="15" fill="#fff1cf" />
          <g fill="none" stroke="#7d1f14" strokeWidth="5" strokeLinecap="round">
            {vessels}
          </g>
          <g clipPath="url(#found)">
            <rect x="200" width="200" height="400" fill="#0b1211" opacity="0.5" />
            <g fill="none" stroke="#5eead4" strokeWidth="4" strokeLinecap="round">
              {vessels}
            </g>
            <ellipse
              cx="300"
              cy="200"
              rx="30"
              ry="33"
              fill="none"
              stroke="#fde68a"
              strokeWidth="3"
            />
          </g>
        </g>
        <line x1="200" x2="200" y1="12" y2="388" stroke="#ffffff" strokeDasharray="4 6" />
      </svg>
      <figcaption className="soft">{t('drawing.caption')}</figcaption>
    </figure>
  )
}
