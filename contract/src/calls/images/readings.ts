import { z } from 'zod'
import { Eye } from '../../findings/findings.ts'
import { TREATMENTS } from '../../findings/treatments.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { freeText, Gender, Id, Instant } from '../../wire/fields.ts'
import { CLINICIANS, MAIN_ACCOUNT } from '../../wire/roles.ts'

const path = '/v1/readings'

/** Which sittings a second person reads. `referable`: all that are referable, and a share of the rest that is drawn. */
export const READING_RULES = ['none', 'differing', 'referable', 'all'] as const
export const ReadingRule = z.enum(READING_RULES, 'not_allowed')
export type ReadingRule = z.infer<typeof ReadingRule>

export const READING_ROLES = ['first', 'second', 'arbitrator'] as const
export const ReadingRole = z.enum(READING_ROLES, 'not_allowed')
export type ReadingRole = z.infer<typeof ReadingRole>

/** For so long a sitting is kept for whoever opened it to read. */
export const READING_MINUTES = 15
export const READING_NOTE_CHARS = 500
/** The longest queue that is told; whoever reads sees the rest come up. */
export const QUEUE_ROWS = 200
/** Figures are counted from up to 20,000 readings each time: so often an account asks for them. */
export const FIGURES_ASKED = { count: 120, windowSeconds: 600 } as const

export const SAID = ['yes', 'no', 'unsure'] as const
const Said = z.enum(SAID, 'not_allowed')
export type Said = z.infer<typeof Said>

export const READ_TREATMENTS = ['none', ...TREATMENTS] as const

/** What a reader states of an eye. Of one that is not gradable no disease is stated. */
export const ReadEye = z
  .strictObject({
    /** ICDR; null: not gradable. */
    stage: z.int('wrong_type').min(0, 'out_of_range').max(4, 'out_of_range').nullable(),
    oedema: Said,
    glaucoma: Said,
    treated: z.enum(READ_TREATMENTS, 'not_allowed'),
  })
  .refine(
    ({ stage, oedema, glaucoma }) =>
      stage !== null || (oedema === 'unsure' && glaucoma === 'unsure'),
    'reading_ungradable',
  )
export type ReadEye = z.infer<typeof ReadEye>

const eyes = <One extends z.ZodType>(eye: One) =>
  z.strictObject({ OD: eye.nullable(), OS: eye.nullable() })

/** null: the sitting has no photograph of the eye. */
export const ReadEyes = eyes(ReadEye)
export type ReadEyes = z.infer<typeof ReadEyes>

/** With what follows from it by the rule that lists and reports have. */
export const JudgedEye = z.object({
  stage: z.int().nullable(),
  oedema: Said,
  glaucoma: Said,
  treated: z.enum([...READ_TREATMENTS, 'scars']),
  referable: z.boolean(),
})
export type JudgedEye = z.infer<typeof JudgedEye>
export const JudgedEyes = eyes(JudgedEye)
export type JudgedEyes = z.infer<typeof JudgedEyes>

/** Why a first reading has or needs no second. */
export const READING_NEEDS = [
  'all',
  'differs',
  'same',
  'referable',
  'drawn',
  'not_drawn',
  'none',
] as const
export type ReadingNeed = (typeof READING_NEEDS)[number]

const SignedReading = z.object({
  role: ReadingRole,
  uid: Id,
  reader: z.string(),
  eyes: JudgedEyes,
  note: z.string(),
  opened_at: Instant,
  signed_at: Instant,
  /** Of a first reading. */
  need: z.enum(READING_NEEDS).nullable(),
})
export type SignedReading = z.infer<typeof SignedReading>

/** What a sitting waits for before its report can be signed; `awaits` is null where its readings have ended. */
export const ReadingState = z.object({
  awaits: ReadingRole.nullable(),
  /** Whether the caller may give the reading that is awaited. */
  mine: z.boolean(),
  /** Who has it open now, where that is another person. */
  held_by: z.string().nullable(),
})
export type ReadingState = z.infer<typeof ReadingState>

const settings = {
  rule: ReadingRule,
  /** Of those that are not referable, by the rule `referable`. */
  percent: z.int('wrong_type').min(0, 'out_of_range').max(100, 'out_of_range'),
  first_sees_machine: z.boolean('wrong_type'),
}

export const getReadingRules = call({
  path: `${path}/rules`,
  blind: 'own',
  access: CLINICIANS,
  body: body({}),
  data: z.object({
    ...settings,
    /** SHA-256 of the secret that the next draws are made with; null before the first. */
    commitment: z.string().nullable(),
    /** Accounts of the institution; for the main account alone. */
    accounts: z.array(z.object({ uid: Id, name: z.string(), arbiter: z.boolean() })),
  }),
  summary: 'Ours: by which rule sittings are read twice, and who may arbitrate',
})

export const setReadingRules = call({
  path: `${path}/set-rules`,
  blind: 'own',
  access: MAIN_ACCOUNT,
  body: body({ ...settings, arbiters: z.array(Id).max(100, 'wrong_type') }),
  data: Nothing,
  summary: 'Ours: set by which rule sittings are read twice, and who may arbitrate',
})

const QueuedReading = z.object({
  image_id: Id,
  pid: Id,
  name: z.string(),
  gender: Gender,
  birthday: z.string(),
  ad_card_number: z.string(),
  record_date: z.string(),
  image_count: z.int(),
  waits_since: Instant,
  /** Who has it open now, until when. */
  held_by: z.string().nullable(),
  kept_until: Instant.nullable(),
  /** The caller has it open. */
  mine: z.boolean(),
})
export type QueuedReading = z.infer<typeof QueuedReading>

export const ReadingCounts = z.object({ first: z.int(), second: z.int(), arbitrator: z.int() })

export const listReadings = call({
  path: `${path}/queue`,
  blind: 'own',
  access: CLINICIANS,
  body: body({ role: ReadingRole }),
  data: z.object({
    rule: ReadingRule,
    counts: ReadingCounts,
    rows: z.array(QueuedReading),
  }),
  summary: 'Ours: sittings that wait for a reading which the caller may give, the oldest first',
})

const wanted = { image_id: Id, role: ReadingRole }

export const openReading = call({
  path: `${path}/open`,
  blind: 'own',
  access: CLINICIANS,
  body: body(wanted),
  data: z.object({
    kept_until: Instant,
    name: z.string(),
    gender: Gender,
    birthday: z.string(),
    ad_card_number: z.string(),
    record_date: z.string(),
    images: z.array(
      z.object({
        image_index: z.int(),
        eye: Eye.nullable(),
        width: z.int(),
        height: z.int(),
        url: z.string(),
      }),
    ),
    /** Those that are to be read. */
    eyes: z.array(Eye),
    /** null where the reader is not to see it. */
    machine: JudgedEyes.nullable(),
    /** Those before, for the arbitrator. */
    signed: z.array(SignedReading),
  }),
  summary:
    'Ours: open a sitting to read it, kept for the caller for 15 minutes. A second reader sees the photographs alone',
})

export const keepReading = call({
  path: `${path}/keep`,
  blind: 'own',
  access: CLINICIANS,
  body: body(wanted),
  data: z.object({ kept_until: Instant }),
  summary: 'Ours: keep an opened sitting for another 15 minutes',
})

export const leaveReading = call({
  path: `${path}/leave`,
  blind: 'own',
  access: CLINICIANS,
  body: body(wanted),
  data: Nothing,
  summary: 'Ours: give an opened sitting back to the queue, unread',
})

export const signReading = call({
  path: `${path}/sign`,
  blind: 'own',
  access: CLINICIANS,
  body: body({ ...wanted, read: ReadEyes, note: freeText(READING_NOTE_CHARS).default('') }),
  data: z.object({ awaits: ReadingRole.nullable() }),
  summary: 'Ours: sign a reading. It is never changed, and says what the sitting waits for then',
})

export const getReadings = call({
  path: `${path}/of-sitting`,
  blind: 'own',
  access: CLINICIANS,
  body: body({ image_id: Id }),
  data: z.object({ state: ReadingState.nullable(), signed: z.array(SignedReading) }),
  summary:
    'Ours: the readings of a sitting and what it waits for; closed to whoever reads it blind',
})

const Share = z.object({
  hits: z.int(),
  n: z.int(),
  /** null: too few to say. */
  value: z.number().nullable(),
  interval95: z.tuple([z.number(), z.number()]).nullable(),
})

const ReaderFigures = z.object({
  uid: Id,
  name: z.string(),
  readings: z.int(),
  /** Cohen's, with quadratic weights, of the stages of eyes that two people graded. */
  kappa: z.object({
    n: z.int(),
    value: z.number().nullable(),
    interval95: z.tuple([z.number(), z.number()]).nullable(),
  }),
  /** Of eyes that the arbitrator called referable. */
  sensitivity: Share,
  /** Seconds from opening to signing, the median; null: too few to say. */
  seconds: z.number().nullable(),
  /** Eyes that were called not gradable. */
  ungradable: Share,
})
export type ReaderFigures = z.infer<typeof ReaderFigures>

export const readerFigures = call({
  path: `${path}/figures`,
  blind: 'own',
  access: CLINICIANS,
  body: body({}),
  data: z.object({ readers: z.array(ReaderFigures) }),
  summary: 'Ours: figures by reader; a reader gets his own, the main account all',
})

/** Of more draws the newest are told. */
export const DRAWS_TOLD = 5000

export const checkDraws = call({
  path: `${path}/draws`,
  blind: 'own',
  access: MAIN_ACCOUNT,
  body: body({
    /** Ends the secret and tells it, so that every draw of it can be worked out again. The next draws have another. */
    disclose: z.boolean('wrong_type').default(false),
  }),
  data: z.object({
    secrets: z.array(
      z.object({
        commitment: z.string(),
        made_at: Instant,
        /** Hex; null while it is in use. */
        secret: z.string().nullable(),
      }),
    ),
    draws: z.array(
      z.object({
        image_id: Id,
        commitment: z.string(),
        /** 0 to 9999; drawn where it is below a hundred times the percentage. */
        value: z.int(),
        percent: z.int(),
        drawn: z.boolean(),
        signed_at: Instant,
      }),
    ),
  }),
  summary: 'Ours: every draw of a second reading, so that an auditor can work it out again',
})
