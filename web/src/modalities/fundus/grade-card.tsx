import {
  besideStage,
  borderBeside,
  chanceBeside,
  chancesOf,
  correctedText,
  elsewhere,
  evidenceText,
  type FundusFindings,
  gradedOf,
  gradeTag,
  inForce,
  oedemaText,
  type Judgement,
  type RecordedTreatment,
  type ReportedEye,
  reasonOf,
  recordText,
  sayIn,
  stagedOf,
  stageText,
} from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'
import { StageBar } from './stage-bar.tsx'

interface Props {
  findings: FundusFindings
  judgements?: readonly Judgement[]
  /** Of the eye, as the complications of the patient record them. */
  treatments?: readonly RecordedTreatment[]
  /** Which photograph of the sitting it is, and its eye by all of them. */
  place?: { image_index: number; of_eye: ReportedEye | null }
}

/** The grade with its evidence and confidence, or the reason why there is none. */
export function GradeCard({ findings, judgements = [], treatments = [], place }: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  const { dr, dr_grade, not_measured } = findings
  const chances = chancesOf(findings)
  const own = gradedOf(findings)
  // An eye is treated whichever of its photographs shows it.
  const graded = { ...own, treated: own.treated ?? place?.of_eye?.treated ?? null }
  const evidence = evidenceText(graded, language())
  const border = borderBeside(graded, stagedOf(findings), language())
  const chance = chanceBeside(graded, chances?.decided?.chance, language())
  const tag = gradeTag(graded)
  return (
    <section className="dx-card">
      <div className="dx-row">
        <h2>{t('findings:grade.title')}</h2>
        {tag && <Tag color="warning">{t(`findings:dr.${tag}`)}</Tag>}
      </div>
      <p className="dx-grade" data-grade={dr_grade}>
        {dr_grade === null ? (
          <NotMeasured
            none="grade.none"
            reason={evidence === null ? reasonOf(not_measured, 'dr_grade') : null}
          />
        ) : (
          <>
            {stageText(dr_grade, graded, sayIn(language()))}{' '}
            {chance !== null && <small>{chance}</small>}
          </>
        )}
      </p>
      {border !== null && (
        <p className="dx-caution">
          {border} <small>{t('findings:dr.border_means')}</small>
        </p>
      )}
      {besideStage(graded, sayIn(language())).map((line) => (
        <p key={line} className="dx-caution">
          {line}
        </p>
      ))}
      {place && <OfEye findings={findings} {...place} />}
      <Treatments records={treatments} />
      {evidence && <p className={dr_grade === null ? 'dx-caution' : undefined}>{evidence}</p>}
      {chances && !graded.treated && <StageBar {...chances} />}
      {dr && <Oedema findings={findings} judgements={judgements} />}
      {dr && dr.not_assessed.length > 0 && (
        <small>
          {t('findings:dr.not_assessed', {
            signs: dr.not_assessed.map((sign) => t(`findings:sign.${sign}`)).join(t('comma')),
          })}
        </small>
      )}
    </section>
  )
}

/** What the photographs of the eye make of it together, as the report says it. */
function OfEye({
  findings: { dr, dr_grade, other_disease },
  image_index,
  of_eye,
}: Pick<Props, 'findings'> & NonNullable<Props['place']>) {
  const here = {
    ...{ image_index, stage: dr_grade, oedema: dr?.macular_oedema ?? null, other: other_disease },
  }
  return elsewhere(here, of_eye, sayIn(language())).map(({ text, caution }) => (
    <p key={text} className={caution ? 'dx-caution' : undefined}>
      {text}
    </p>
  ))
}

/** Treatments on record, beside the stage: it cannot tell how ill a treated retina is. */
function Treatments({ records }: { records: readonly RecordedTreatment[] }) {
  const say = sayIn(language())
  if (records.length === 0) return null
  return (
    <div className="dx-treatments">
      <h3>{say('treatment.title')}</h3>
      <ul>
        {records.map((record) => {
          const { text, source } = recordText(record, say)
          return (
            <li key={`${text}${source}`}>
              {text} <small>{source}</small>
            </li>
          )
        })}
      </ul>
      <small>{say('treatment.note')}</small>
    </div>
  )
}

function Oedema({ findings: { dr, not_measured }, judgements = [] }: Props) {
  const { t } = useTranslation('findings')
  const stated = inForce(judgements.find(({ name }) => name === 'oedema')?.corrections ?? [])
  const oedema = dr?.macular_oedema ?? null
  if (oedema === null)
    return (
      <p>
        {t('dr.oedema')}{' '}
        <NotMeasured none="undetermined" reason={reasonOf(not_measured, 'dr.macular_oedema')} />
      </p>
    )
  return (
    <p className={oedema ? 'dx-caution' : undefined}>
      {stated
        ? t('correction.stated_of', {
            name: t('correction.name.oedema'),
            value: correctedText('oedema', oedema, sayIn(language())),
          })
        : oedemaText(oedema, dr?.near_uncounted ?? 0, sayIn(language()))}
    </p>
  )
}
