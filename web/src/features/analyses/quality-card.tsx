import { type Quality, reasonText } from '@mingmou/contract'
import { Alert, Progress, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/i18n.ts'

const share = (value: number | null) => (value === null ? '—' : `${(value * 100).toFixed(1)}%`)

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
        <dt>{t('quality.sharpness')}</dt>
        <dd>{quality.sharpness?.toFixed(2) ?? '—'}</dd>
        <dt>{t('quality.brightness')}</dt>
        <dd>{quality.brightness?.toFixed(2) ?? '—'}</dd>
        <dt>{t('quality.underexposed')}</dt>
        <dd>{share(quality.underexposed)}</dd>
        <dt>{t('quality.overexposed')}</dt>
        <dd>{share(quality.overexposed)}</dd>
        <dt>{t('quality.field')}</dt>
        <dd>{share(quality.field?.inside_frame ?? null)}</dd>
        <dt>{t('quality.contrast')}</dt>
        <dd>{quality.contrast?.toFixed(2) ?? '—'}</dd>
      </dl>
    </section>
  )
}
