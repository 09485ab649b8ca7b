import type { Language } from '@mingmou/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'

/** The public site: news and feedback. */

export interface Feedback {
  fid: string
  category: string
  topic: string
  content: string
  contact: string | null
  uid: string | null
  language: Language
  return_time: string | null
  created_at: Date
  read_at: NullableTimestamp
  processing_time: NullableTimestamp
  processed_by: ColumnType<string | null, undefined, string>
  finished_time: NullableTimestamp
  finished_by: ColumnType<string | null, undefined, string>
  result: ColumnType<string | null, undefined, string>
  /** 1 new, 2 processing, 3 finished. */
  status: GeneratedAlways<1 | 2 | 3>
}

export interface FeedbackFiles {
  file_id: string
  fid: string
  place: number
  file_key: string
  type: string
  size: number
}

export interface News {
  nid: string
  happened_on: string
  title_zh: string
  title_en: string
  body_zh: string
  body_en: string
  picture: string | null
  published: boolean
  version: Generated<number>
  updated_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
