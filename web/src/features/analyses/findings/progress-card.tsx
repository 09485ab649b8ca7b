import type { AnalysisResult } from '@mingmou/contract'
import { Alert, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/texts/say.ts'
import { isLive, useCancel, usePredict } from '../queries.ts'

interface Props {
  imageId: string
  result: AnalysisResult | undefined
}

/** The state of the analysis: not begun, its stage and share, or why it ended without a result. */
export function ProgressCard({ imageId, result }: Props) {
  const { t } = useTranslation('analyses')
  const predict = usePredict()
  const cancel = useCancel()
  const refused = predict.variables === imageId ? (predict.data?.flash_error ?? []) : []
  const start = (label: string, primary: boolean) => (
    <Button
      type={primary ? 'primary' : 'default'}
      size={primary ? 'middle' : 'small'}
      loading={predict.isPending}
      onClick={() => predict.mutate(imageId)}
    >
      {t(label)}
    </Button>
  )

  return (
    <section className="dx-card dx-progress" aria-live="polite">
      {refused.map(({ image_index, file_name, msg }) => (
        <Alert key={image_index} type="warning" showIcon title={`${file_name}: ${say(msg)}`} />
      ))}
      {!result && (
        <>
          <p>{t('progress.none')}</p>
          {start('progress.start', true)}
        </>
      )}
      {result && isLive(result) && (
        <>
          <div className="dx-row">
            <span>{t(`stage.${result.stage}`)}</span>
            <Button
              size="small"
              loading={cancel.isPending}
              onClick={() => cancel.mutate(result.analysis_record_id)}
            >
              {t('progress.cancel')}
            </Button>
          </div>
          <Progress
            percent={Math.round(result.progress * 100)}
            status="active"
            aria-label={t('progress.label')}
          />
        </>
      )}
      {result && (result.status === 'failed' || result.status === 'cancelled') && (
        <>
          <Alert
            type={result.status === 'failed' ? 'error' : 'info'}
            showIcon
            title={t(`progress.${result.status}`)}
            description={result.reason && say(result.reason)}
          />
          {start('progress.retry', true)}
        </>
      )}
      {result?.status === 'done' && (
        <div className="dx-row">
          <span>{t('progress.done')}</span>
          {start('progress.again', false)}
        </div>
      )}
    </section>
  )
}
