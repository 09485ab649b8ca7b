import { Email, FEEDBACK, finishFeedback, type FeedbackDetail } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/use-session.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { feedbackChanged } from './queries.ts'

/** The result of feedback, which ends it for good. */
export function FinishDialog(props: { feedback: FeedbackDetail; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const { fid, contact } = props.feedback
  const uid = useSession()?.uid ?? ''
  const mailed = Email.safeParse(contact).success
  return (
    <CallDialog
      title={t('finish.title')}
      call={finishFeedback}
      fixed={{ fid, uid }}
      okText={t('finish.submit')}
      fallback={t('finish.failed')}
      onClose={props.onClose}
      onDone={(data) => {
        showSuccess(t(data.mailed ? 'finish.mailed' : 'finish.done'))
        return feedbackChanged()
      }}
      onRefused={() => void feedbackChanged()}
    >
      <p className="dialog-hint">{t(mailed ? 'finish.willMail' : 'finish.noMail')}</p>
      <Field name="result" label={t('field.result')}>
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 10 }}
          maxLength={FEEDBACK.resultChars}
          showCount
        />
      </Field>
    </CallDialog>
  )
}
