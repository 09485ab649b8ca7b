import { z } from 'zod'
import { LANGUAGES } from '../../wire/constants.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { bounded, Id, Instant, PastDate } from '../../wire/fields.ts'
import { LETTER_CODE, LETTER_LAST, plainCode } from '../../wire/letter-code.ts'
import { CLINICIANS } from '../../wire/roles.ts'
import { ReportState } from '../../report/standing.ts'

const path = '/v1/letters'

const CODE = new RegExp(`^[${LETTER_CODE.letters}]{${LETTER_CODE.chars}}$`)

/** The code of a letter, and what its patient alone knows besides. */
const proof = {
  code: bounded(z.string().min(1, 'required'), 40, 'letter_code_format')
    .overwrite(plainCode)
    .refine((value) => value === '' || CODE.test(value), 'letter_code_format'),
  birthday: PastDate,
  number: bounded(z.string().trim().min(1, 'required'), LETTER_LAST, 'letter_last'),
  /** That of the page where it is left out. */
  lang: z.enum(LANGUAGES, 'not_allowed').optional(),
}

export const openLetter = call({
  path: `${path}/open`,
  access: 'public',
  body: body(proof),
  data: z.object({
    institution: z.string(),
    /** What became of the report behind the letter. */
    state: ReportState,
    /** It is not what was signed any more. */
    altered: z.boolean(),
    /** Null of a letter whose report does not stand: what it says may be wrong. */
    letter: z
      .object({
        title: z.string(),
        identity: z.array(z.object({ label: z.string(), value: z.string() })),
        sections: z.array(z.object({ title: z.string(), lines: z.array(z.string()) })),
      })
      .nullable(),
    /** Whom to call; may be empty. */
    call: z.string(),
    /** The last day on which the code opens it. */
    open_until: z.string(),
  }),
  summary:
    'Ours: a patient reads his own letter, by its code, his birthday and the end of his number',
})

export const letterFile = call({
  path: `${path}/file`,
  access: 'public',
  body: body({ ...proof, of: z.enum(['letter', 'report'], 'not_allowed') }),
  data: Nothing,
  file: 'application/pdf',
  summary: 'Ours: the letter or the report behind it for its patient; a success answers the PDF',
})

const LetterPage = z.object({
  made_at: Instant,
  made_by: z.string(),
  open_until: z.string(),
  /** When its patient last opened it. */
  opened_at: Instant.nullable(),
  state: z.enum(['open', 'expired', 'closed', 'tried']),
})
export type LetterPage = z.infer<typeof LetterPage>

export const listLetterPages = call({
  path: `${path}/list`,
  access: CLINICIANS,
  body: body({ step_id: Id }),
  data: z.object({
    /** For how many days a letter that is printed now opens its page; null: letters have no code. */
    days: z.int().nullable(),
    pages: z.array(LetterPage),
  }),
  summary: 'Ours: the codes that letters about a next step were printed with',
})

export const closeLetterPages = call({
  path: `${path}/close`,
  access: CLINICIANS,
  body: body({ step_id: Id }),
  data: Nothing,
  summary: 'Ours: close what the codes of these letters open, as when a letter was lost',
})

export const LETTER_ACTIONS = {
  'letter.open': ['患者凭查看码打开告知书', 'A patient opens a letter by its code'],
  'letter.file': ['患者凭查看码下载文件', 'A patient saves a file by the code of a letter'],
  'letter.list': ['查看告知书的查看码', 'Open the codes of letters'],
  'letter.close': ['关闭告知书的查看码', 'Close the codes of letters'],
} as const
