import {
  besideStage,
  borderBeside,
  chanceBeside,
  chancesOf,
  evidenceText,
  type FundusFindings,
  gradedOf,
  gradeTag,
  type Judgement,
  type RecordedTreatment,
  type ReportedEye,
  reasonOf,
  sayIn,
  stagedOf,
  stageText,
} from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'
import { StageBar } from './stage-bar.tsx'
import { OfEye } from './of-eye.tsx'
import { Treatments } from './treatments.tsx'
import { Oedema } from './oedema.tsx'

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
