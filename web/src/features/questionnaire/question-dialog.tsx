import {
  QUESTION_KINDS,
  setQuestion,
  type NewQuestion,
  type Question,
  type WholeVersion,
} from '@mingmou/contract'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BothInputs } from './both-inputs.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { KindFields } from './kind-fields.tsx'
import { asKind, contentOf, emptyQuestion } from './question-kinds.ts'
import { ConditionFields } from './condition-fields.tsx'

/** A question of a draft: a new one, or one that is changed. */
export function QuestionDialog(props: {
  whole: WholeVersion
  question: Question | null
  onClose: () => void
}) {
  const { t } = useTranslation('questionnaire-admin')
  const { question: before, whole } = props
  const { version, revision, questions } = whole
  const [initial] = useState(() => (before ? contentOf(before) : emptyQuestion()))
  const [question, setQuestionState] = useState<NewQuestion>(initial)
  const place = before
    ? questions.findIndex((question) => question.question_id === before.question_id)
    : -1
  const at = place < 0 ? questions.length : place
  const change = (part: Partial<NewQuestion>) =>
    setQuestionState((now) => ({ ...now, ...part }) as NewQuestion)
  return (
    <EditDialog
      title={t(before ? 'question.edit' : 'question.add')}
      call={setQuestion}
      body={{ version, revision, question, ...(before && { question_id: before.question_id }) }}
      isChanged={question !== initial}
      failed={t('saveFailed')}
      onClose={props.onClose}
    >
      {(faults) => (
        <div className="survey-form">
          <label>
            {t('question.kind')}
            <Select
              value={question.kind}
              options={QUESTION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
              onChange={(kind) => setQuestionState((now) => asKind(now, kind))}
            />
          </label>
          <BothInputs
            label={t('question.title')}
            value={question.title}
            faults={faults}
            path="question.title"
            rows={2}
            onChange={(title) => change({ title })}
          />
          <Checkbox
            checked={question.required}
            onChange={({ target }) => change({ required: target.checked })}
          >
            {t('question.mustAnswer')}
          </Checkbox>
          <KindFields question={question} faults={faults} onChange={setQuestionState} />
          <ConditionFields
            questions={questions}
            at={at}
            question={question}
            faults={faults}
            change={change}
          />
        </div>
      )}
    </EditDialog>
  )
}
