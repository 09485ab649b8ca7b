import type { Answer, BothLanguages, Question, VersionStatus } from '@mingmou/contract'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** The tables of the questionnaire as queries see them. No patient is in them. */

export interface QuestionnaireAccount {
  one: Generated<boolean>
  account: string
  password_hash: string
  set_at: Timestamp
}

export interface Questionnaires {
  version: number
  status: Generated<VersionStatus>
  revision: Generated<number>
  title: Json<BothLanguages>
  intro: Json<BothLanguages>
  questions: Json<Question[]>
  created_by: string
  created_at: Timestamp
  links_only: Generated<boolean>
  opened_at: NullableTimestamp
  closed_at: NullableTimestamp
}

export interface QuestionnaireAnswers {
  answer_id: string
  version: number
  /** SHA-256 of the token in the browser's cookie, or of that in a link. */
  browser: Buffer
  answers: Json<Answer[]>
  updated_at: Timestamp
  submitted_at: NullableTimestamp
}

export interface QuestionnaireLinks {
  /** SHA-256 of its token. */
  link: Buffer
  version: number
  made_at: Timestamp
}
