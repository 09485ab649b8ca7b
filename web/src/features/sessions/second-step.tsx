import { NextStep } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Step } from './step.ts'
import { VerifyStep } from './verify-step.tsx'
import { SetUpStep } from './set-up-step.tsx'
import { LinkStep } from './link-step.tsx'

/** What a sign-in still needs once the password was right. */
export function SecondStep({ step: first, ticket: ticketOfFirst, ...more }: Step & NextStep) {
  const { t } = useTranslation('second-factor')
  // A code may lead to one more step.
  const [{ step, ticket }, setNext] = useState<NextStep>({ step: first, ticket: ticketOfFirst })
  const props = { ticket, ...more }
  return (
    <>
      <h1 id="login-title">{t(step === 'link' ? 'link.title' : 'title')}</h1>
      {step === 'verify' && <VerifyStep {...props} setNext={setNext} />}
      {step === 'enrol' && <SetUpStep {...props} />}
      {step === 'link' && <LinkStep {...props} />}
    </>
  )
}
