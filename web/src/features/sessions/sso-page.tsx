import { finishSsoLink, finishSsoLogin, NextStep, type InputOf } from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api } from '../../lib/calls/api.ts'
import { goTo, queryOfPage } from '../../lib/places/navigate.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { takeNext } from '../../lib/session/sso.ts'
import { Loading } from '../../ui/states/states.tsx'
import { enter } from './enter.ts'
import { SecondStep } from './second-step.tsx'
import './login.css'

type Answer = InputOf<typeof finishSsoLogin>

/** What the provider added to the address that it sent the browser back to. */
function readAnswer(): Answer {
  const given = queryOfPage()
  const word = (name: string) => given.get(name) ?? undefined
  return {
    state: word('state') ?? '',
    code: word('code'),
    iss: word('iss'),
    error: word('error'),
  }
}

/** An answer is good once: no second mount of the page sends it again. */
const sent = new Set<string>()

/** Where a provider sends browsers back to. The answer leaves the address at once. */
export function Component() {
  const { t } = useTranslation('sessions')
  const [answer] = useState(readAnswer)
  const [error, setError] = useState<unknown>(null)
  const isLink = answer.state.startsWith('sso-link.')
  useEffect(() => {
    window.history.replaceState(window.history.state, '', `#${PATHS.sso}`)
    if (sent.has(answer.state)) return
    sent.add(answer.state)
    void (isLink ? link(answer, t('sso.linked')) : signIn(answer)).catch(setError)
  }, [answer, isLink, t])
  const next = NextStep.safeParse(error instanceof ApiError ? error.data : null)
  return (
    <section className="login panel" role="dialog" aria-labelledby="login-title">
      {next.success ? (
        <SecondStep
          {...next.data}
          onSession={(session) => enter(session, takeNext())}
          onBack={() => goTo(PATHS.login)}
        />
      ) : (
        <>
          <h1 id="login-title">{t('sso.title')}</h1>
          {error === null ? <Loading /> : <Refused error={error} isLink={isLink} />}
        </>
      )}
    </section>
  )
}

async function signIn(answer: Answer): Promise<void> {
  enter(await api(finishSsoLogin, answer, { toldInPlace: true }), takeNext())
}

async function link(answer: Answer, done: string): Promise<void> {
  await api(finishSsoLink, answer, { toldInPlace: true })
  showSuccess(done)
  goTo(PATHS.myAccount)
}

function Refused({ error, isLink }: { error: unknown; isLink: boolean }) {
  const { t } = useTranslation('sessions')
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={(error instanceof ApiError && error.message) || t('sso.failed')}
      />
      <Button
        className="login-again"
        size="large"
        block
        href={`#${isLink ? PATHS.myAccount : PATHS.login}`}
      >
        {t(isLink ? 'sso.toAccount' : 'sso.toLogin')}
      </Button>
    </>
  )
}
