import {
  diabeticRows,
  gradedIn,
  gradeTag,
  MODALITY,
  type DiabeticPhotograph,
  type TrialReport,
  type TrialResult,
} from '@mingmou/contract'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { OverlayCanvas } from '../../ui/eye-viewer/overlay-canvas.tsx'
import { mapLayers } from '../../ui/findings/layers.ts'

/** What the analysis says of each photograph about diabetic eye disease, the worst first. */
export function Report({ report }: { report: TrialReport }) {
  const { t } = useTranslation(['trial', 'findings'])
  const { total_count, success_count, ended_count, images } = report
  const [worst] = images
  const tagged = (tag: 'referable' | 'review') =>
    images.filter(
      ({ photograph }) => photograph?.gradable && gradeTag(gradedIn(photograph)) === tag,
    ).length
  return (
    <section className="trial-report" aria-label={t('report.title')}>
      <p>
        {t('report.counts', {
          count: total_count,
          judged: success_count,
          not: ended_count - success_count,
          referable: tagged('referable'),
          review: tagged('review'),
        })}
      </p>
      {worst?.photograph?.gradable && (
        <p>
          {t('report.worst', {
            name: worst.file_name,
            found: diabeticRows(worst.photograph, language())[0]?.cells.flat()[0]?.text ?? '',
          })}
        </p>
      )}
      <p className="soft">{t('report.order')}</p>
      <p className="soft">{t('report.people')}</p>
      <ol>
        {images.map((image) => (
          <li key={image.image_index}>
            <Result image={image} />
          </li>
        ))}
      </ol>
      {success_count > 0 && <p className="soft">{t('findings:report.legend')}</p>}
      <p className="trial-warning">{t('findings:warning')}</p>
    </section>
  )
}

function Result({ image }: { image: TrialResult }) {
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

/** The photograph, with the counted lesions over it while they are wanted. */
function Picture(props: { photograph: DiabeticPhotograph; pictureKey: string; name: string }) {
  const { t } = useTranslation(['trial', 'findings'])
  const [shown, setShown] = useState(true)
  const { photograph, pictureKey, name } = props
  const [isLarge, setLarge] = useState(false)
  const [width, height] = photograph.image_size
  const layers = mapLayers(MODALITY.fundus.layers, photograph.overlays).filter(
    ({ hidden }) => !hidden,
  )
  const picture = (
    <div className="trial-picture" style={{ aspectRatio: `${width} / ${height}` }}>
      <img src={photograph.image_url} alt={name} loading="lazy" />
      {shown &&
        layers.map((layer) => (
          <OverlayCanvas
            key={layer.name}
            pictureKey={`trial/${pictureKey}`}
            layer={layer}
            label={t(`findings:overlay.${layer.name}`)}
          />
        ))}
    </div>
  )
  return (
    <figure>
      <button
        type="button"
        className="trial-enlarge"
        aria-label={t('report.enlarge', { name })}
        onClick={() => setLarge(true)}
      >
        {picture}
      </button>
      {isLarge && (
        <Modal
          open
          centered
          title={name}
          footer={null}
          width={`min(96vw, calc(84 * var(--page-height) / 100 * ${width / height}))`}
          closable={{ 'aria-label': t('common:action.close') }}
          onCancel={() => setLarge(false)}
        >
          {picture}
        </Modal>
      )}
      {layers.length > 0 && (
        <figcaption>
          <label>
            <input
              type="checkbox"
              checked={shown}
              onChange={({ target }) => setShown(target.checked)}
            />
            {t('report.lesions')}
          </label>
          {layers.map(({ name: layer, color }) => (
            <span key={layer}>
              <i style={{ background: color }} /> {t(`findings:overlay.${layer}`)}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}
