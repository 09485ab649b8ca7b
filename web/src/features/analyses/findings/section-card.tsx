import {
  aroundSection,
  confirmedSection,
  inForce,
  sayIn,
  sectionValue,
  type AnalysedImage,
  type Section,
} from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant, language } from '../../../lib/texts/i18n.ts'
import { useCorrect } from '../actions.ts'

/**
 * The one field in a picture that holds other things too: the offer to judge it alone, or who confirmed it and the way
 * back. Either analyses the sitting anew.
 */
export function SectionCard({ recordId, image }: { recordId: string; image: AnalysedImage }) {
  const { t } = useTranslation('analyses')
  const correct = useCorrect()
  const judgement = image.judgements.find(({ name }) => name === 'section')
  const section = image.data && 'section' in image.data ? image.data.section : undefined
  if (!image.data || !judgement || !section) return null
  const { corrections } = judgement
  const confirmed = confirmedSection(image.data) !== null
  const held = confirmed ? inForce(corrections) : null
  const state = (value: string | null) =>
    correct.mutate({
      analysis_record_id: recordId,
      image_index: image.image_index,
      field: 'section',
      value,
      reason: '',
      replaces: corrections[0]?.correction_id ?? null,
    })
  const title = held
    ? sayIn(language())('section.by', {
        clinician: held.clinician,
        time: formatInstant(held.made_at),
      })
    : t('section.offer')
  return (
    <Alert
      type={confirmed ? 'warning' : 'info'}
      showIcon
      className="dx-section"
      title={title}
      description={
        <>
          <Part image={image} section={section} />
          <Button
            type={confirmed ? 'default' : 'primary'}
            loading={correct.isPending}
            onClick={() => state(confirmed ? null : sectionValue(section.box))}
          >
            {t(confirmed ? 'section.take_back' : 'section.confirm')}
          </Button>
        </>
      }
    />
  )
}

/** The whole picture with all but the part in shade. */
function Part({ image: { image_url, width, height }, section: { box } }: PartProps) {
  const { t } = useTranslation('analyses')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('section.part')}>
      <image href={image_url} width={width} height={height} />
      <path d={aroundSection(box, [width, height])} fillRule="evenodd" />
      <rect {...box} />
    </svg>
  )
}

interface PartProps {
  image: Pick<AnalysedImage, 'image_url' | 'width' | 'height'>
  section: Section
}
