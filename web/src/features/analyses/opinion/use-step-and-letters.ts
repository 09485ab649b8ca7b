import {
  checkReportLetters,
  proposeNextStep,
  type createReport,
  type InputOf,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../../lib/calls/call-query.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'
import { firstStep } from './first-step.ts'

type Step = InputOf<typeof createReport>['next_step']

/**
 * What the rules propose to become of the patient, and the letters of the report that its PDF cannot print. `told`
 * says whether whoever signs was told of both.
 */
export function useStepAndLetters(about: Omit<InputOf<typeof checkReportLetters>, 'next_step'>) {
  const { patient_id, analysis_id, analysis_type } = about
  const steps = useQuery(callQuery(proposeNextStep, { patient_id, analysis_id, analysis_type }))
  const { rules = null, proposed = null } = steps.data ?? {}
  const proposal = rules && firstStep(proposed, rules)
  // Letters print the words of the step too. Those that are typed are asked about when they are to be signed.
  const [entered, setEntered] = useState<Step>()
  const printed = (step: Step | null) =>
    callQuery(checkReportLetters, { ...about, ...(step && { next_step: step }) })
  const letters = useQuery({ ...printed(entered ?? proposal), enabled: !steps.isPending })
  // A key that is quicker than an answer waits for it, and signs nothing that it warns of or proposes.
  const told = async ({ next_step }: InputOf<typeof createReport>) => {
    const ask = { cancelRefetch: false }
    const next = steps.isPending ? await steps.refetch(ask) : null
    const step = next_step ?? proposal
    const asked = printed(step)
    const isKnown = (queryClient.getQueryState(asked.queryKey)?.status ?? 'pending') !== 'pending'
    setEntered(step ?? undefined)
    const letter = isKnown ? null : await queryClient.query(asked).catch(() => null)
    return !next?.data?.rules && (isKnown || letter?.missing.length === 0)
  }
  return { rules, proposed, proposal, letters, told }
}
