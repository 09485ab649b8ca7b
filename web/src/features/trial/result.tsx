import { diabeticRows, type DiabeticPhotograph, type TrialResult } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { Picture } from './picture.tsx'

export function OneResult({ image }: { image: TrialResult }) {
  const { t } = useTranslation(['trial', 'findings'])
  const { file_name, image_index, status, error, photograph, thumb_url } = image
  return (
    <article className="trial-result">
      {photograph?.gradable ? (
        <Picture photograph={photograph} pictureKey={image.analysis_record_id} name={file_name} />
      ) : (
        <img src={thumb_url} alt={file_name} loading="lazy" />
      )}
      <div>
        <h3 title={file_name}>
          {file_name} <span>{t('report.photograph', { n: image_index + 1 })}</span>
        </h3>
        {photograph && <p className="soft">{t(`findings:eye.${photograph.eye ?? 'unknown'}`)}</p>}
        {error !== null && (
          <p className="trial-not">
            <strong>{t('report.notJudged')}</strong> {error}
          </p>
        )}
        {status !== 'done' && error === null && <p className="soft">{t(`status.${status}`)}</p>}
        {photograph?.gradable && <Rows photograph={photograph} />}
      </div>
    </article>
  )
}

function Rows({ photograph }: { photograph: DiabeticPhotograph }) {
  return (
    <dl className="trial-rows">
      {diabeticRows(photograph, language()).map(({ label, cells }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {cells.flat().map(({ text, tone, strong, aside }, index) => (
              <p key={index} data-tone={tone}>
                {strong ? <strong>{text}</strong> : text} {aside && <small>{aside}</small>}
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
