import type { Call } from '@mingmou/contract'
import { z } from 'zod'
import { isBlank, shapeOf, type Values } from '../forms/call-values.ts'

const stated = (value: unknown) => (isBlank(value) ? '' : JSON.stringify(value))

/** A field that takes one of a few values, which a press chooses. */
function isChoice(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return isChoice(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.every(isChoice)
  return [z.ZodEnum, z.ZodLiteral, z.ZodBoolean].some((kind) => schema instanceof kind)
}

/** Whether more would be lost with a form than one choice, which is made again with a press. */
export function isLossWorthAsking(call: Call, values: Values, initial: Values): boolean {
  const entered = Object.keys(values).filter(
    (name) => stated(values[name]) !== stated(initial[name]),
  )
  const [only] = entered
  return entered.length > 1 || (only !== undefined && !isChoice(shapeOf(call)[only]))
}
