import type { Call } from '@mingmou/contract'
import { createContext, useMemo } from 'react'
import { bind, type Binding, type Values } from './call-values.ts'
import type { Messages } from './field-messages.ts'

export const BindingContext = createContext<{ binding: Binding; messages: Messages } | null>(null)

/** The schema of a call checks the fields within, in whatever form they stand. */
export function CallFields(props: {
  call: Call
  fixed?: Values | undefined
  check?: ((values: Values) => Record<string, string>) | undefined
  messages: Messages
  children: React.ReactNode
}) {
  const { call, fixed, check, messages, children } = props
  const binding = useMemo(() => bind(call, fixed, check), [call, fixed, check])
  const context = useMemo(() => ({ binding, messages }), [binding, messages])
  return <BindingContext value={context}>{children}</BindingContext>
}
