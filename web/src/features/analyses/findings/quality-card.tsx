import { type Quality, reasonText } from '@mingmou/contract'
import { Alert, Progress, Tag } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'

const number = (value: number | null) => value?.toFixed(2) ?? null
const share = (value: number | null) => (value === null ? null : `${(value * 100).toFixed(1)}%`)

/** What the quality rests on, as far as the modality looks at it. */
const factsOf = (quality: Quality) =>
  [
    ['sharpness', number(quality.sharpness)],
    ['brightness', number(quality.brightness)],
    ['underexposed', share(quality.underexposed)],
    ['overexposed', share(quality.overexposed)],
    ['field', share(quality.field?.inside_frame ?? null)],
    ['contrast', number(quality.contrast)],
  ].filter(([, value]) => value !== null)

/** Quality comes first: a weak picture weakens everything below. */
export function QualityCard({ quality }: { quality: Quality }) {
  const { t } = useTranslation('analyses')
  const reasons = quality.reasons.map((reason) => reasonText(reason, language()))
  const score = quality.score === null ? null : Math.round(quality.score * 100)
  return (
    <section className="dx-card">
      <div className="dx-row">
        <h2>{t('quality.title')}</h2>
        {quality.standard !== null && (
          <Tag color={quality.standard ? 'success' : 'warning'}>
            {t(quality.standard ? 'quality.standard' : 'quality.below_standard')}
          </Tag>
        )}
      </div>
      {score !== null && (
        <Progress
          percent={score}
          size="small"
          format={(percent) => `${percent} / 100`}
          strokeColor={quality.gradable ? 'var(--teal)' : 'var(--caution)'}
          aria-label={t('quality.score')}
        />
      )}
      {!quality.gradable ? (
        <Alert
          type="warning"
          showIcon
          title={t('quality.ungradable')}
          description={reasons.join(t('comma'))}
        />
      ) : (
        reasons.length > 0 && <p className="dx-caution">{reasons.join(t('comma'))}</p>
      )}
      <dl className="dx-facts">
        {factsOf(quality).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(`quality.${name}`)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
