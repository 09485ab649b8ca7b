import { z } from 'zod'
import { Eye } from '../findings/findings.ts'

/**
 * What a value of a file was found by: its DICOM data, its name, both alike, the number of an order in it, a table that
 * came with it, or a person who set it.
 */
export const FOUND_BY = ['dicom', 'name', 'both', 'order', 'table', 'hand'] as const

/** Why a file that says a patient's number is left to a person all the same. */
const DOUBTS = [
  'birthday',
  'birthday_unread',
  'sex',
  'person_name',
  'name_unread',
  'name_script',
] as const

/** Why a value is left to a person. */
export const LEFT_TO_HAND = {
  patient: ['none', 'unknown', 'alike', 'conflict', 'number_or_date', 'taken_back', ...DOUBTS],
  eye: ['none', 'conflict'],
  record_date: ['none', 'conflict', 'future', 'unread', 'before_birth'],
} as const

/** What a file that a person chose for a patient, an eye and a day contradicts. */
export const DIFFERING = ['patient', 'eye', 'record_date'] as const
export type Differing = (typeof DIFFERING)[number]

/** What a file says, and what of that is not as the person chose it; null where it is. */
export const FileDiffers = z.object({
  key: z.string(),
  /** `other_number`: of another patient. `other_order`: ordered for another one. `unknown`: of nobody here. */
  patient: z.enum(['other_number', 'other_order', 'unknown', ...DOUBTS]).nullable(),
  eye: z.boolean(),
  record_date: z.boolean(),
  said: z.object({
    number: z.string(),
    name: z.string(),
    birthday: z.string(),
    /** The character set by which the name makes sense, where the file declares another one or none; else ''. */
    name_set: z.string(),
    eyes: z.array(Eye),
    days: z.array(z.string()),
  }),
})
export type FileDiffers = z.infer<typeof FileDiffers>

/** The same of a file that has just arrived: the day in the form may still change, and `said` has those of the file. */
export const FileSays = FileDiffers.omit({ record_date: true })
export type FileSays = z.infer<typeof FileSays>

/** `data` of a refusal of files that are of another person, eye or day. */
export const RefusedDiffering = z.object({ differing: z.array(FileDiffers) })
export type RefusedDiffering = z.infer<typeof RefusedDiffering>
