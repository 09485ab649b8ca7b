import { LOGIN_TYPE } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Typed } from './login-call.tsx'
import { LoginForm, type Next } from './login-form.tsx'
import { queryOfPage } from '../../lib/places/navigate.ts'
import { registerOfPage } from './enter.ts'
import { rememberedLogin, type LoginType } from './remembered.ts'
import { SecondStep } from './second-step.tsx'
import { SsoForm } from './sso-form.tsx'
import './login.css'

export function Component() {
  const [next, setNext] = useState<Next | null>(null)
  // A link of an institution carries its code.
  const [sso, setSso] = useState(() => queryOfPage().get('sso'))
  return (
    <section className="login panel" role="dialog" aria-labelledby="login-title">
      {next ? (
        <SecondStep {...next} onBack={() => setNext(null)} />
      ) : sso === null ? (
        <FirstStep onNext={setNext} onSso={() => setSso('')} />
      ) : (
        <SsoForm code={sso} onBack={() => setSso(null)} />
      )}
    </section>
  )
}

function FirstStep(props: { onNext: (next: Next) => void; onSso: () => void }) {
  const { t } = useTranslation('sessions')
  const [register, setRegister] = useState(registerOfPage)
  const [type, setType] = useState<LoginType>(register ?? LOGIN_TYPE.organization)
  // What was typed stays, whichever login type is chosen after.
  const [typed, setTyped] = useState<Typed | null>(null)
  const { data, isPending } = useQuery(rememberedLogin(type))
  const options = [LOGIN_TYPE.organization, LOGIN_TYPE.user].map((value) => ({
    value,
    label: t(`login.type.${value}`),
  }))
  return (
    <>
      <h1 id="login-title">{t('login.title')}</h1>
      <Segmented<LoginType>
        block
        aria-label={t('login.typeLabel')}
        options={options}
        value={type}
        onChange={(chosen) => {
          setRegister(null)
          setType(chosen)
        }}
      />
      <Spin spinning={isPending} delay={300}>
        <LoginForm
          key={`${type}-${data?.account ?? ''}`}
          type={type}
          known={data?.account ?? null}
          typed={typed}
          onTyped={setTyped}
          register={register !== null}
          onRegistered={() => setRegister(null)}
          {...props}
        />
      </Spin>
    </>
  )
}
