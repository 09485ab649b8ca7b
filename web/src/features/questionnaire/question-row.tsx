import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { deleteQuestion, type Question, type WholeVersion } from '@mingmou/contract'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { useConditionText } from './condition.tsx'
import { versionsChanged } from './queries.ts'

export function QuestionRow(props: {
  question: Question
  at: number
  whole: WholeVersion
  busy: boolean
  onMove: (to: number) => void
  onEdit: () => void
}) {
  const { t } = useTranslation('questionnaire-admin')
  const confirm = useConfirm()
  const conditionText = useConditionText()
  const { question, at, whole, busy, onMove } = props
  const { version, revision, questions, status } = whole
  const { question_id, kind, title } = question
  const name = title[language()]
  const condition = conditionText(questions, question)
  return (
    <>
      <div className="survey-row-head">
        {status === 'draft' && <HolderOutlined aria-hidden className="survey-holder" />}
        <strong>{at + 1}</strong>
        <span className="long-text">{name}</span>
        <Tag>{t(`kind.${kind}`)}</Tag>
        {question.required && <Tag color="error">{t('question.required')}</Tag>}
      </div>
      {condition !== null && <p className="soft long-text">{condition}</p>}
      {status === 'draft' && (
        <div className="survey-row-actions">
          <Button
            icon={<ArrowUpOutlined />}
            aria-label={t('question.up', { name })}
            disabled={busy || at === 0}
            onClick={() => onMove(at - 1)}
          />
          <Button
            icon={<ArrowDownOutlined />}
            aria-label={t('question.down', { name })}
            disabled={busy || at === questions.length - 1}
            onClick={() => onMove(at + 1)}
          />
          <Button aria-label={t('question.editOf', { name })} onClick={props.onEdit}>
            {t('common:action.edit')}
          </Button>
          <Button
            danger
            aria-label={t('question.deleteOf', { name })}
            disabled={busy}
            onClick={() =>
              confirm(
                'delete.question',
                'danger',
                name,
                deleteQuestion,
                { version, revision, question_id },
                versionsChanged,
              )
            }
          >
            {t('common:action.delete')}
          </Button>
        </div>
      )}
    </>
  )
}
