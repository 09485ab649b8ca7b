import { useSearchParams } from 'react-router'
import { ExamList } from './exam-list.tsx'
import { OpenExam } from './open-exam.tsx'
import './eye-exams.css'

const NEW = 'new'

/**
 * The eye examinations of a patient. Which form is open stands in the address, so that a reload
 * opens it again.
 */
export function PatientEyeExams({ pid }: { pid: string }) {
  const [params, setParams] = useSearchParams()
  const open = params.get('exam')
  const show = (exam: string | null) => {
    const address = new URLSearchParams(params)
    if (exam === null) address.delete('exam')
    else address.set('exam', exam)
    setParams(address, { replace: true })
  }
  if (open === null)
    return <ExamList pid={pid} onAdd={() => show(NEW)} onEdit={({ rid }) => show(rid)} />
  return (
    <OpenExam
      key={open}
      pid={pid}
      {...(open !== NEW && { rid: open })}
      onClose={() => show(null)}
    />
  )
}
