import { z } from 'zod'
import { LANGUAGES } from '../../wire/constants.ts'
import { body, call, Nothing, type DataOf } from '../../wire/call.ts'
import { Id, Instant, PastDate, required } from '../../wire/fields.ts'
import { Eye } from '../../findings/findings.ts'
import {
  VALIDATION,
  VALIDATION_QUESTIONS,
  VALIDATION_SOURCES,
  ValidationFigures,
} from '../../report/validation.ts'

/** `running`: it waits for the worker or is worked on. */
export const VALIDATION_STATES = ['running', 'done', 'failed'] as const

export const Validation = z.object({
  validation_id: Id,
  name: z.string(),
  source: z.enum(VALIDATION_SOURCES),
  state: z.enum(VALIDATION_STATES),
  /** Of reports: the days on which they were signed. */
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  /** Whose photographs it has analysed again. */
  again_of: Id.nullable(),
  by: z.string(),
  created_at: Instant,
  ended_at: Instant.nullable(),
})
export type Validation = z.infer<typeof Validation>

const study = body({ validation_id: Id })

export const listValidations = call({
  path: '/v1/validation/list',
  access: ['3'],
  body: body({}),
  data: z.object({ rows: z.array(Validation) }),
  summary: 'Ours: studies that compare the machine with readers on own photographs, newest first',
})

export const startValidation = call({
  path: '/v1/validation/start',
  blind: 'closed',
  adds: true,
  access: ['3'],
  body: body({ name: required(80), start_date: PastDate, end_date: PastDate }).refine(
    ({ start_date, end_date }) => end_date >= start_date,
    { error: 'date_end_before_start', path: ['end_date'] },
  ),
  data: z.object({ validation_id: Id }),
  summary: 'Ours: compare the machine with the fundus reports signed on these days',
})

export const bringValidation = call({
  path: '/v1/validation/bring',
  adds: true,
  access: ['3'],
  body: body({
    name: required(80),
    /** Of the uploaded table: file, stage, oedema, glaucoma, eye, patient, device. */
    table: required(300),
    files: z
      .array(z.strictObject({ key: required(300), file_name: required(200) }))
      .min(1, 'required')
      .max(VALIDATION.photographs, 'out_of_range'),
  }),
  data: z.object({
    validation_id: Id,
    /** Rows of the table that no photograph has. */
    unused: z.int(),
  }),
  bodyBytes: 1024 * 1024,
  summary: 'Ours: compare the machine with a table of readings of photographs that are brought',
})

export const repeatValidation = call({
  path: '/v1/validation/repeat',
  adds: true,
  access: ['3'],
  body: study,
  data: z.object({ validation_id: Id }),
  summary: 'Ours: the same photographs and readings, analysed by the networks of today',
})

export const removeValidation = call({
  path: '/v1/validation/remove',
  access: ['3'],
  body: study,
  data: Nothing,
  summary: 'Ours: remove a study with its rows and its own photographs',
})

export const openValidation = call({
  path: '/v1/validation/open',
  access: ['3'],
  body: study,
  data: z.object({
    study: Validation,
    figures: ValidationFigures.nullable(),
    /** The study that this one repeats, where it is there and done. */
    before: z.object({ study: Validation, figures: ValidationFigures }).nullable(),
  }),
  summary: 'Ours: the figures of a study',
})
export type OpenedValidation = DataOf<typeof openValidation>

const Answer = z.object({
  stage: z.int().nullable(),
  oedema: z.boolean().nullable(),
  glaucoma: z.boolean().nullable(),
})

/** `differ`: reader and machine say different things of it. `untold`: a reader says what the machine does not. */
export const VALIDATION_SHOWN = ['differ', 'untold', 'all'] as const

export const listValidationRows = call({
  path: '/v1/validation/rows',
  blind: 'closed',
  access: ['3'],
  body: body({
    validation_id: Id,
    question: z.enum(VALIDATION_QUESTIONS, 'not_allowed'),
    only: z.enum(VALIDATION_SHOWN, 'not_allowed'),
    after: z.int().min(0).max(1_000_000).default(0),
    size: z.int().min(1).max(100).default(20),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        place: z.int(),
        eye: Eye.nullable(),
        reader: Answer,
        machine: Answer.nullable(),
        device: z.string(),
        /** Of a report. */
        filed: z.object({ pid: Id, rid: Id, name: z.string(), record_date: z.string() }).nullable(),
        /** Of study material. */
        picture: z.object({ file_name: z.string(), url: z.string().nullable() }).nullable(),
      }),
    ),
    next: z.int().nullable(),
    count: z.int(),
  }),
  summary: 'Ours: cases of a study, to look at',
})

export const exportValidation = call({
  path: '/v1/validation/export',
  blind: 'closed',
  access: ['3'],
  body: study,
  data: Nothing,
  file: 'text/csv',
  summary: 'Ours: every case of a study as a CSV file; a success answers the file itself',
})

export const printValidation = call({
  path: '/v1/validation/pdf',
  blind: 'closed',
  access: ['3'],
  body: body({ validation_id: Id, lang: z.enum(LANGUAGES, 'not_allowed') }),
  data: Nothing,
  file: 'application/pdf',
  summary: 'Ours: a study as a PDF for a committee; a success answers the file itself',
})

export const VALIDATION_ACTIONS = {
  'validation.list': ['查看本地验证列表', 'List validation studies'],
  'validation.start': ['开始本地验证', 'Start a validation study'],
  'validation.open': ['查看本地验证', 'Open a validation study'],
  'validation.export': ['导出本地验证', 'Export a validation study'],
  'validation.remove': ['删除本地验证', 'Remove a validation study'],
} as const
