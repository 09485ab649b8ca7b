import { openLetter } from '@mingmou/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../lib/calls/call-query.ts'
import { LonePage } from '../../ui/frame/lone-page.tsx'
import { type Proof, type Opened, ProofForm } from './proof-form.tsx'
import { OpenedLetter } from './opened-letter.tsx'
import './letter-page.css'

/** Where the code on a patient's letter leads. What proves him stays in this tab's memory alone. */
export function Component() {
  const client = useQueryClient()
  const [proof, setProof] = useState<Proof | null>(null)
  const prove = (given: Proof, opened: Opened) => {
    client.setQueryData(callQuery(openLetter, given).queryKey, opened)
    setProof(given)
  }
  const close = () => {
    setProof(null)
    client.removeQueries({ queryKey: [openLetter.path] })
  }
  return (
    <LonePage className="lp">
      {proof === null ? (
        <ProofForm onDone={prove} />
      ) : (
        <OpenedLetter proof={proof} onClose={close} />
      )}
    </LonePage>
  )
}
