import { z } from 'zod'

/** `data` of a refusal of an uploaded file: which, and why, as an encoded message. */
export const RefusedFile = z.object({
  refused: z.object({
    /** The key that it was uploaded by. */
    upload: z.string(),
    reason: z.string(),
  }),
})
export type RefusedFile = z.infer<typeof RefusedFile>

/** The end of an upload key: the name of the file in safe characters. */
export const keyName = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/** The reason with the name that the person knows in the place of the one that the file was sent by. */
export function reasonNaming({ refused: { upload, reason } }: RefusedFile, name: string): string {
  const [key = '', ...given] = reason.split('|')
  return [key, ...given.map((value) => (value === keyName(upload) ? name : value))].join('|')
}
