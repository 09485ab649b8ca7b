import type { BothLanguages, Question } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { insertVersion } from './queries.ts'

const both = (chinese: string, english: string): BothLanguages => ({
  'zh-CN': chinese,
  en: english,
})
const options = (...texts: [string, string][]) =>
  texts.map(([chinese, english], at) => ({ id: at + 1, text: both(chinese, english) }))
const plain = { required: false, show_if: null }

const QUESTIONS: Question[] = [
  {
    question_id: 1,
    kind: 'single',
    ...plain,
    required: true,
    title: both('您使用过眼底图像分析吗？', 'Have you used the analysis of fundus photographs?'),
    options: options(['使用过', 'Yes'], ['没有', 'No']),
  },
  {
    question_id: 2,
    kind: 'scale',
    required: false,
    from: 1,
    to: 5,
    show_if: { question_id: 1, any_of: [1] },
    title: both(
      '分析结果的依据说明是否清楚？',
      'How clearly does the result say what it rests on?',
    ),
    low: both('不清楚', 'Not clearly'),
    high: both('很清楚', 'Very clearly'),
  },
  {
    question_id: 3,
    kind: 'multiple',
    ...plain,
    most: null,
    title: both('您关注哪些图像？', 'Which kinds of image matter to you?'),
    options: options(
      ['眼底彩照', 'Fundus photographs'],
      ['眼表荧光素染色图像', 'Fluorescein photographs of the eye surface'],
      ['OCTA图像', 'OCTA scans'],
    ),
  },
  {
    question_id: 4,
    kind: 'text',
    ...plain,
    max_chars: 300,
    title: both('您有什么建议？', 'What do you suggest?'),
  },
]

/** The open questionnaire of the demonstration, which says that it is a sample. */
export async function addSample(trx: Trx, created_by: string, opened_at: Date): Promise<void> {
  await insertVersion(trx, {
    version: 1,
    status: 'open',
    created_by,
    opened_at,
    title: JSON.stringify(both('示例问卷', 'Sample questionnaire')),
    intro: JSON.stringify(
      both(
        '演示数据：此问卷为示例，用于展示填写方式。',
        'Demonstration: this questionnaire is a sample that shows how one is answered.',
      ),
    ),
    questions: JSON.stringify(QUESTIONS),
  })
}
