import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import {
  deleteQuestion,
  orderQuestions,
  QUESTIONNAIRE,
  type Question,
  type WholeVersion,
} from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { language } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { useConditionText } from './condition.tsx'
import { moving, versionsChanged } from './queries.ts'
import { QuestionDialog } from './question-dialog.tsx'
import { TextDialog } from './text-dialog.tsx'

type Dialog = { kind: 'text' } | { kind: 'question'; question: Question | null }

/** Title, introduction and questions of a version. Those of a draft can be changed. */
export function EditPanel({ whole }: { whole: WholeVersion }) {
  const { t } = useTranslation('questionnaire-admin')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { questions, status, title, intro } = whole
  const isDraft = status === 'draft'
  const move = useMove(whole)
  const [dragged, setDragged] = useState<number | null>(null)
  const add = isDraft && (
    <Button
      icon={<PlusOutlined />}
      disabled={questions.length >= QUESTIONNAIRE.questions}
      onClick={() => setDialog({ kind: 'question', question: null })}
    >
      {t('question.add')}
    </Button>
  )
  return (
    <div className="survey-edit">
      <section className="panel">
        <h2 className="long-text">{title['zh-CN']}</h2>
        <p className="long-text">{intro['zh-CN']}</p>
        <h2 className="long-text" lang="en">
          {title.en}
        </h2>
        <p className="long-text" lang="en">
          {intro.en}
        </p>
        {isDraft && <Button onClick={() => setDialog({ kind: 'text' })}>{t('text.button')}</Button>}
      </section>
      {questions.length === 0 && (
        <section className="panel">
          <Nothing hint={t('question.none')} />
        </section>
      )}
      <ol className="survey-list">
        {questions.map((question, at) => (
          <li
            key={question.question_id}
            className="panel"
            draggable={isDraft}
            onDragStart={() => setDragged(at)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => {
              if (dragged !== null && dragged !== at) move.mutate({ from: dragged, to: at })
              setDragged(null)
            }}
          >
            <QuestionRow
              question={question}
              at={at}
              whole={whole}
              busy={move.isPending}
              onMove={(to) => move.mutate({ from: at, to })}
              onEdit={() => setDialog({ kind: 'question', question })}
            />
          </li>
        ))}
      </ol>
      {add}
      {dialog?.kind === 'text' && <TextDialog whole={whole} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'question' && (
        <QuestionDialog whole={whole} question={dialog.question} onClose={() => setDialog(null)} />
      )}
    </div>
  )
}

/** Puts a question at another place. */
function useMove({ version, revision, questions }: WholeVersion) {
  const { t } = useTranslation('questionnaire-admin')
  return useMutation({
    mutationKey: moving(version),
    mutationFn: ({ from, to }: { from: number; to: number }) => {
      const ids = questions.map(({ question_id }) => question_id)
      const question_ids = ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1))
      return api(orderQuestions, { version, revision, question_ids })
    },
    onSettled: versionsChanged,
    onError: (error) => showFailure(error, t('question.moveFailed')),
  })
}

function QuestionRow(props: {
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
            onClick={() =>
              confirm(
                'delete.question',
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
