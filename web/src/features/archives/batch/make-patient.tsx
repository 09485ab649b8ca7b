import { addPatient, diagnosticPatients, listPatients, type BatchFile } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { changed } from '../../../lib/calls/call-query.ts'
import { showSuccess } from '../../../lib/notices/notices.ts'
import { prefilled } from './said.ts'

/**
 * Registers the patient whom the file names, where it says all that a record needs. Where somebody of that name and
 * birthday or that number is there already, or anything else is refused, the form asks.
 */
export function MakePatient(props: {
  row: BatchFile
  onMade: (pid: string) => void
  onAsk: () => void
}) {
  const { t } = useTranslation('batch')
  const [busy, setBusy] = useState(false)
  const said = prefilled([props.row.evidence.said])
  const body = addPatient.body.safeParse({ ...said, alike: [] })
  if (!body.success) return null
  const { name, gender, birthday, ad_card_number } = body.data
  const make = async () => {
    setBusy(true)
    try {
      const { pid } = await api(addPatient, body.data, { toldInPlace: true })
      showSuccess(t('patient.made'))
      void changed(listPatients, diagnosticPatients)
      props.onMade(pid)
    } catch {
      props.onAsk()
    } finally {
      setBusy(false)
    }
  }
  const shown = { name, birthday, number: ad_card_number, gender: t(`gender.${gender}`) }
  return (
    <Button size="small" loading={busy} onClick={() => void make()}>
      {t('patient.make', shown)}
    </Button>
  )
}
