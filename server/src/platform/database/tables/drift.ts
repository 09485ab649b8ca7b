import type { DriftLook, DriftMeasure } from '@mingmou/contract'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** What was found in photographs, without whose they are. */
export interface DriftFacts {
  photographs: number
  sittings: number
  /** The score of each photograph that has one. */
  quality: number[]
  /** The chance of a stage to refer of each photograph that has one. */
  chance: number[]
  /** Without a stage told. */
  untold: number
  /** Of those with one: to refer. */
  referable: number
  /** Signed reports, the photographs in them with a stage of machine and clinician, and those where both are one. */
  reports: number
  pairs: number
  agreed: number
}

/** A device by the networks of a time: its first photographs, and the weeks after them. */
export interface DriftComparisons {
  drift_id: string
  /** What a device is known by: its id where it is registered and sent the photographs, else what sittings say. */
  device: string
  device_id: string | null
  name: string
  networks: string
  begun: string
  baseline: Json<DriftFacts>
  ended_at: NullableTimestamp
  oid: string
  created_at: Timestamp
}

export interface DriftWeeks {
  drift_id: string
  /** Its Monday. */
  week: string
  facts: Json<DriftFacts>
  looks: Json<DriftLook[]>
  oid: string
}

export interface DriftAlarms {
  alarm_id: string
  drift_id: string
  week: string
  measures: Json<DriftMeasure[]>
  /** By the main account, which is told until then. */
  seen_by: string | null
  seen_at: NullableTimestamp
  /** What was done about it; null while nobody said. */
  note: string | null
  noted_by: string | null
  noted_at: NullableTimestamp
  oid: string
  created_at: Timestamp
}

export interface DriftPhotographs {
  alarm_id: string
  place: number
  measure: DriftMeasure
  value: number | null
  pid: string
  rid: string
  image_index: number
  oid: string
}
