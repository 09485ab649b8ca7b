import { type AnalysisResult, type FirstLook, reasonText } from '@mingmou/contract'
import { Alert, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import { say } from '../../../lib/texts/say.ts'
import { isLive } from '../queries.ts'
import { useCancel, usePredict } from '../actions.ts'

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
          <FirstLooks looks={result.looks} />
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

/** What can be said of each photograph before its result: whether to take it anew while the patient is there. */
function FirstLooks({ looks }: { looks: readonly FirstLook[] }) {
  const { t } = useTranslation('analyses')
  if (looks.length === 0) return null
  return (
    <div className="dx-looks">
      <h3>{t('look.title')}</h3>
      <ul>
        {looks.map(({ image_index, gradable, reasons }) => (
          <li key={image_index} className={gradable ? undefined : 'dx-caution'}>
            {t(gradable ? (reasons.length === 0 ? 'look.fine' : 'look.weak') : 'look.ungradable', {
              number: image_index + 1,
              reasons: reasons.map((reason) => reasonText(reason, language())).join(t('comma')),
            })}
          </li>
        ))}
      </ul>
      {looks.some(({ gradable }) => !gradable) && <p>{t('look.retake')}</p>}
    </div>
  )
}
