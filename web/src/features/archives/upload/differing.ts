import type { Differing, FileSays } from '@mingmou/contract'

/** What a DICOM file says beside the form, and what a person has confirmed where that differs. */
export interface Differs {
  file: FileSays
  /** Parts, that of the day with the day that was in the form. */
  sure: readonly string[]
}

/** What differs from the form as it is now. */
export function differingParts({ file }: Differs, day: string): Differing[] {
  return [
    ...(file.patient === null ? [] : (['patient'] as const)),
    ...(file.eye ? (['eye'] as const) : []),
    ...(file.said.days.some((written) => written !== day) ? (['record_date'] as const) : []),
  ]
}

const named = (part: Differing, day: string) => (part === 'record_date' ? `${part} ${day}` : part)

/** Whether a person has confirmed all that differs. */
export const isSure = (differs: Differs, day: string): boolean =>
  differingParts(differs, day).every((part) => differs.sure.includes(named(part, day)))

/** Confirms all that differs now, or withdraws it. */
export function confirmed(differs: Differs, day: string, sure: boolean): Differs {
  const parts = differingParts(differs, day).map((part) => named(part, day))
  const others = differs.sure.filter((part) => !parts.includes(part))
  return { ...differs, sure: sure ? [...others, ...parts] : others }
}

/** What the server says anew; what was confirmed before stays so. */
export const renewed = (before: Differs | null, file: FileSays): Differs => ({
  file: {
    ...file,
    patient: file.patient ?? before?.file.patient ?? null,
    eye: file.eye || (before?.file.eye ?? false),
  },
  sure: before?.sure ?? [],
})

/** The confirmed parts for the day in the form, as the call takes them. */
export function surePartsOf({ sure }: Differs, day: string): Differing[] {
  return (['patient', 'eye', 'record_date'] as const).filter((part) =>
    sure.includes(named(part, day)),
  )
}
