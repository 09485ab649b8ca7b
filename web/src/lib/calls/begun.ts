import { patientInfo, type PatientDetail } from '@mingmou/contract'
import { queryOfPage } from '../places/navigate.ts'
import { shellText } from '../texts/i18n.ts'
import { queryClient } from './query-client.ts'

const patientOfPage = () => queryOfPage().get('pid')

function nameOf(pid: string): string {
  const answers = queryClient.getQueriesData<PatientDetail>({ queryKey: [patientInfo.path] })
  const found = answers.find(([, patient]) => patient?.pid === pid)?.[1]
  return found?.name ?? shellText('told.another')
}

/**
 * Words for the end of what begins now, on the page in sight. Whoever has gone on by then would take them for words
 * on the patient in sight: they name whose they are.
 */
export function begun(): (text: string) => string {
  const pid = patientOfPage()
  return (text) =>
    pid === null || pid === patientOfPage()
      ? text
      : shellText('told.of', { name: nameOf(pid), text })
}
