import { fieldMessages, type Call } from '@mingmou/contract'
import type { z } from 'zod'

/** What is entered into the form of a call, as its schema sees it. */
export type Values = Record<string, unknown>

export interface Binding {
  isOptional: (name: string) => boolean
  /** The encoded message of a field's fault. */
  problemOf: (name: string, values: Values, parts: boolean) => string | undefined
}

export function bind(
  call: Call,
  fixed: Values | undefined,
  check?: (values: Values) => Record<string, string>,
): Binding {
  return {
    isOptional: (name) => mayBeEmpty(call, name),
    problemOf: (name, values, parts) => {
      const problem = check?.(values)[name]
      if (problem !== undefined) return problem
      if (isEmpty(values[name]) && name in shapeOf(call) && !mayBeEmpty(call, name))
        return 'required'
      const result = call.body.safeParse(submitted(call, { ...fixed, ...values }))
      if (result.success) return undefined
      const messages = fieldMessages(result.error.issues)
      return parts ? messageAt(messages, name) : messages[name]
    },
  }
}

export function shapeOf(call: Call): Record<string, z.ZodType> {
  return 'shape' in call.body ? (call.body.shape as Record<string, z.ZodType>) : {}
}

function isOptional(call: Call, name: string): boolean {
  const field = shapeOf(call)[name]
  return field ? field.safeParse(undefined).success : false
}

const mayBeEmpty = (call: Call, name: string) =>
  isOptional(call, name) || takesNull(call, name, null)

const takesNull = (call: Call, name: string, value: unknown) =>
  value === null && shapeOf(call)[name]?.safeParse(null).success === true

/** The message of a field, or of a part of what it holds. */
export const messageAt = (messages: Record<string, string>, name: string): string | undefined =>
  messages[name] ?? Object.entries(messages).find(([path]) => path.startsWith(`${name}.`))?.[1]

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

export const isBlank = (value: unknown) =>
  isEmpty(value) || (Array.isArray(value) && value.length === 0)

/** The values that belong to the call. Empty optional ones are left out, but for a null that the call takes. */
export function submitted(call: Call, values: Values): Values {
  const shape = shapeOf(call)
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name in shape &&
        (!isBlank(value) || !isOptional(call, name) || takesNull(call, name, value)),
    ),
  )
}
