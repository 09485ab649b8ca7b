import { patientInfo, type PatientDetail } from '@mingmou/contract'
import { queryOfPage } from '../places/navigate.ts'
import { shellText } from '../texts/i18n.ts'
import { queryClient } from './query-client.ts'
import { asIs, type Whose } from './whose.ts'

const asked = () => queryOfPage().get('pid')

/** Whoever asks for a record that was merged is answered with the one it stands in. */
function patientOf(pid: string): { pid: string; name?: string } {
  const answers = queryClient.getQueriesData<PatientDetail>({ queryKey: [patientInfo.path] })
  const answer = answers.find(([key]) => (key[1] as { pid?: unknown } | undefined)?.pid === pid)
  return answer?.[1] ?? { pid }
}

/**
 * For what begins now on the page of a patient. Whoever has gone on by its end would take the words for words on the
 * patient in sight: they name whose they are.
 */
export function begun(): Whose {
  const began = asked()
  if (began === null) return asIs
  return (text) => {
    const now = asked()
    const { pid, name } = patientOf(began)
    if (now !== null && patientOf(now).pid === pid) return text
    return shellText('told.of', { name: name ?? shellText('told.another'), text })
  }
}
