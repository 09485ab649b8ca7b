import { login, loginRemembered, type Session } from '@mingmou/contract'
import type { FormInstance } from 'antd'
import { CallForm } from '../../ui/forms/call-form.tsx'
import type { LoginType } from './remembered.ts'

/** Stands in the password field in place of the one this device may leave out. It is never sent. */
const DOTS = '••••••••'

export interface Typed {
  account: string
  password: string
}

/** The form of a login, by what this device remembers or by name and password. */
export function LoginCall(props: {
  type: LoginType
  known: string | null
  typed: Typed | null
  byDevice: boolean
  remember: boolean
  form: FormInstance<{ account?: string; password?: string }>
  fallback: string
  onBusy: (busy: boolean) => void
  onRefused: (error: unknown) => void
  onDone: (session: Session) => void
  children: React.ReactNode
}) {
  const { type, known, typed, byDevice, remember, ...common } = props
  return byDevice ? (
    <CallForm
      {...common}
      call={loginRemembered}
      fixed={{ accountType: type }}
      initial={{ account: known, password: DOTS }}
    />
  ) : (
    <CallForm
      {...common}
      call={login}
      fixed={{ accountType: type, remember }}
      {...(typed && { initial: { ...typed } })}
    />
  )
}
