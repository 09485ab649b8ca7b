import {
  choicesIn,
  QUESTION_KINDS,
  QUESTIONNAIRE,
  setQuestion,
  type NewQuestion,
  type Question,
  type WholeVersion,
} from '@mingmou/contract'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { BothInputs, Fault, type Faults } from './both-inputs.tsx'
import { askable, choiceText } from './condition.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { KindFields } from './kind-fields.tsx'
import { asKind, contentOf, emptyQuestion } from './question-kinds.ts'

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
  const place = before ? questions.findIndex((one) => one.question_id === before.question_id) : -1
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

function ConditionFields(props: {
  questions: readonly Question[]
  at: number
  question: NewQuestion
  faults: Faults
  change: (part: Pick<NewQuestion, 'show_if'>) => void
}) {
  const { t } = useTranslation('questionnaire-admin')
  const { questions, question, change, faults } = props
  const earlier = askable(questions, props.at)
  const { show_if } = question
  const asked = earlier.find(({ question_id }) => question_id === show_if?.question_id)
  if (earlier.length === 0) return <p className="soft">{t('condition.none')}</p>
  const number = (one: Question) => questions.indexOf(one) + 1
  return (
    <>
      <label>
        {t('condition.question')}
        <Select
          value={show_if?.question_id ?? 0}
          options={[
            { value: 0, label: t('condition.always') },
            ...earlier.map((one) => ({
              value: one.question_id,
              label: `${number(one)}. ${one.title[language()]}`,
            })),
          ]}
          onChange={(question_id: number) =>
            change({ show_if: question_id === 0 ? null : { question_id, any_of: [] } })
          }
        />
      </label>
      {asked && show_if && (
        <label>
          {t('condition.answers')}
          <Select
            mode="multiple"
            maxCount={QUESTIONNAIRE.options}
            value={show_if.any_of}
            options={choicesIn(asked).map((value) => ({ value, label: choiceText(asked, value) }))}
            onChange={(any_of: number[]) => change({ show_if: { ...show_if, any_of } })}
          />
        </label>
      )}
      <Fault message={faults['question.show_if.any_of'] ?? faults['question.show_if']} />
    </>
  )
}
