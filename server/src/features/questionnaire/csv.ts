import { today, type Answer, type Language, type Question } from '@mingmou/contract'
import { CSV_MARK, csvLine } from '../../platform/csv.ts'

interface HandedIn {
  submitted_at: Date
  answers: readonly Answer[]
}
type Cell = string | number | null
interface Column {
  title: string
  value: (answers: readonly Answer[]) => Cell
}

const DAY = { 'zh-CN': '提交日期', en: 'Day' }

/** A line for each visitor, with a column for each question; of a matrix for each row. */
export async function* toCsv(
  questions: readonly Question[],
  batches: AsyncIterable<readonly HandedIn[]>,
  language: Language,
): AsyncGenerator<string> {
  const columns = questions.flatMap((question, at) => columnsOf(question, `${at + 1}. `, language))
  yield CSV_MARK + csvLine([DAY[language], ...columns.map(({ title }) => title)])
  for await (const batch of batches) {
    yield batch
      .map(({ submitted_at, answers }) =>
        csvLine([today(submitted_at), ...columns.map(({ value }) => value(answers))]),
      )
      .join('')
  }
}

function columnsOf(question: Question, number: string, language: Language): Column[] {
  const { question_id } = question
  const title = number + question.title[language]
  const given = (answers: readonly Answer[]) =>
    answers.find((answer) => answer.question_id === question_id)
  switch (question.kind) {
    case 'text':
      return [{ title, value: (answers) => given(answers)?.text ?? null }]
    case 'scale':
      return [{ title, value: (answers) => given(answers)?.choices[0] ?? null }]
    case 'matrix':
      return question.rows.map((row) => ({
        title: `${title}: ${row.text[language]}`,
        value: (answers) => {
          const cell = given(answers)?.cells.find((cell) => cell.row === row.id)
          return question.options.find(({ id }) => id === cell?.choice)?.text[language] ?? null
        },
      }))
    default:
      return [
        {
          title,
          value: (answers) =>
            question.options
              .filter(({ id }) => given(answers)?.choices.includes(id))
              .map(({ text }) => text[language])
              .join('; '),
        },
      ]
  }
}
