import { LOGIN_TYPE } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoginForm } from './login-form.tsx'
import { rememberedLogin, type LoginType } from './remembered.ts'
import './login.css'

export function Component() {
  const { t } = useTranslation('sessions')
  const [type, setType] = useState<LoginType>(LOGIN_TYPE.organization)
  const { data, isPending } = useQuery(rememberedLogin(type))
  const options = [LOGIN_TYPE.organization, LOGIN_TYPE.user].map((value) => ({
    value,
    label: t(`login.type.${value}`),
  }))
  return (
    <section className="login panel" role="dialog" aria-labelledby="login-title">
      <h1 id="login-title">{t('login.title')}</h1>
      <Segmented<LoginType>
        block
        aria-label={t('login.typeLabel')}
        options={options}
        value={type}
        onChange={setType}
      />
      <Spin spinning={isPending} delay={300}>
        <LoginForm
          key={`${type}-${data?.account ?? ''}`}
          type={type}
          known={data?.account ?? null}
        />
      </Spin>
    </section>
  )
}
