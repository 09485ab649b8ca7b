import { feedbackClassText, today } from '@mingmou/contract'
import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write.ts'
import type { FeedbackRow } from './queries.ts'

/**
 * Goes to the address that the sender stated, which may be anybody's. So it repeats nothing that was sent.
 */
export function answeredMail(
  email: string,
  { language, created_at, category, topic }: FeedbackRow,
  result: string,
): Mail {
  const day = today(created_at)
  const about = (reader: FeedbackRow['language']) => feedbackClassText(reader, [category, topic])
  return writeMail(
    { email, language },
    ['您的反馈已处理', 'your feedback was answered'],
    [
      [
        `您于 ${day} 提交的反馈（${about('zh-CN')}）已处理完成。`,
        `Your feedback of ${day} (${about('en')}) has been answered.`,
      ],
      [`处理结果：${result}`, `Result: ${result}`],
      [
        '如非您本人提交，请忽略本邮件。',
        'If you did not send any feedback, please ignore this mail.',
      ],
    ],
  )
}
