import type { AnalysedImage, Eye } from '@mingmou/contract'
import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { patientDetailPath } from '../../paths.ts'
import type { Sitting } from './sides.ts'
import type { Comparison, Side } from './use-comparison.ts'

interface Props {
  comparison: Comparison
  /** The newest first. */
  rows: readonly Sitting[]
  eye: Eye
  before: Sitting | undefined
  after: Sitting | undefined
  images: Readonly<Record<Side, readonly AnalysedImage[]>>
  chosen: Readonly<Record<Side, AnalysedImage | undefined>>
}

/** The eye, and of each side the sitting and the photograph. */
export function Choices(props: Props) {
  const { t } = useTranslation(['comparisons', 'findings'])
  const { comparison, rows, eye, images, chosen } = props
  const side = (name: Side) => (
    <div className="cmp-side">
      <strong>{t(name)}</strong>
      <Select
        aria-label={t('sitting_of', { side: t(name) })}
        value={props[name]?.image_id ?? null}
        placeholder={t('choose_sitting')}
        onChange={(rid) => comparison.chooseSitting(name, rid)}
        options={rows.map(({ image_id, record_date, collect_device }) => ({
          value: image_id,
          label: `${record_date} · ${collect_device}`,
        }))}
      />
      <Select
        aria-label={t('image_of', { side: t(name) })}
        value={chosen[name]?.image_index ?? null}
        placeholder={t('no_image', { eye })}
        disabled={images[name].length < 2}
        onChange={(index) => comparison.chooseImage(name, index)}
        options={images[name].map(({ image_index, file_name }) => ({
          value: image_index,
          label: `${t('findings:opinion.photograph', { number: image_index + 1 })} · ${file_name}`,
        }))}
      />
    </div>
  )
  return (
    <section className="panel cmp-choices">
      <Segmented<Eye>
        aria-label={t('eye')}
        value={eye}
        onChange={comparison.chooseEye}
        options={[
          { value: 'OD', label: t('findings:eye.OD') },
          { value: 'OS', label: t('findings:eye.OS') },
        ]}
      />
      {side('before')}
      {side('after')}
      <Link to={patientDetailPath(comparison.pid)}>{t('record')}</Link>
    </section>
  )
}
