import { EXAM_EYES, INDICATOR_KEYS, kindOf, type EyeExam, type ExamEye } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'

/** One examination: what was recorded, OD and OS beside each other. */
export function ExamCard(props: { exam: EyeExam; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation('eye-exams')
  const { exam } = props
  const { record_date, entered, changed_by, changed_at } = exam
  const recorded = INDICATOR_KEYS.filter((indicatorKey) =>
    EXAM_EYES.some((eye) => entered[indicatorKey][eye]),
  )
  return (
    <li className="panel exam">
      <div className="exam-card-head">
        <strong>{record_date}</strong>
        <span className="soft">
          {t('card.changed', { name: changed_by, time: formatInstant(changed_at) })}
        </span>
        <span>
          <Button type="text" onClick={props.onEdit}>
            {t('common:action.edit')}
          </Button>
          <Button type="text" danger onClick={props.onDelete}>
            {t('common:action.delete')}
          </Button>
        </span>
      </div>
      <table className="exam-table" aria-label={t('card.table', { date: record_date })}>
        <thead>
          <tr>
            <td />
            {EXAM_EYES.map((eye) => (
              <th key={eye} scope="col">
                {t(`eye.${eye}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {recorded.map((indicator) => (
            <tr key={indicator}>
              <th scope="row">{t(`indicator.${indicator}`)}</th>
              {EXAM_EYES.map((eye) => (
                <td key={eye} className="long-text">
                  <Value exam={exam} indicator={indicator} eye={eye} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  )
}

/** As it was typed, with its decimal where that is another notation. */
function Value(props: { exam: EyeExam; indicator: (typeof INDICATOR_KEYS)[number]; eye: ExamEye }) {
  const { exam, indicator, eye } = props
  const entry = exam.entered[indicator][eye]
  const value = exam.record_detail[indicator][eye]
  if (entry === null || value === null) return <span className="soft">–</span>
  if (kindOf(indicator) === 'pressure') return `${entry} mmHg`
  const isSaid = Number(entry) === value || entry === value
  return (
    <>
      {entry}
      {!isSaid && <span className="soft"> = {value}</span>}
    </>
  )
}
