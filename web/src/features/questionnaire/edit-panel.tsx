import { PlusOutlined } from '@ant-design/icons'
import { QUESTIONNAIRE, type Question, type WholeVersion } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Nothing } from '../../ui/states/states.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { TextDialog } from './text-dialog.tsx'
import { useMove } from './use-move.ts'
import { QuestionRow } from './question-row.tsx'

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
            draggable={isDraft && !move.isPending}
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
