import { z } from 'zod'
import { Id, Instant } from '../wire/fields.ts'
import { Stage } from '../modalities/table.ts'

/** What a person is told, in the language of the connection. */
const told = {
  title: z.string(),
  msg: z.string(),
  /** Ours: both before they were worded, for a page whose language changes while it shows them. */
  encoded: z.object({ title: z.string(), msg: z.string() }).optional(),
}

/** Events of the live connection, by name. They name the record that changed, never its content. */
export const EVENTS = {
  msg: z.object(told),
  anal_ex: z.object({
    ...told,
    anal_status: z.int(),
    success_count: z.int(),
    anal_id: Id,
    /** Ours: the batch is named by it. */
    created_at: Instant,
  }),
  anal_system: z.object({
    ...told,
    /** 1 success, 2 failed. */
    anal_status: z.int(),
    /** The tab of the modality. */
    tab_id: z.int(),
    patient_id: Id,
    image_id: Id,
  }),
  anal_progress: z.object({
    analysis_record_id: Id,
    done: z.number(),
    total: z.number(),
    stage: Stage,
    /** Ours: of how many images the result says how well they can be read. */
    looks: z.int().optional(),
  }),
  /** Ours: an export of the account moved on. */
  dataset_export: z.object({ export_id: Id, done: z.int(), total: z.int() }),
  /** Two pictures were laid over each other, or could not be. */
  registered: z.object({ analysis_record_id: Id, after_record_id: Id }),
  /** Notes of an archive's images were added or removed. */
  image_notes: z.object({ image_id: Id }),
  /** A sitting of the institution's worklist has changed. */
  worklist: z.object({ image_id: Id }),
  /** Ours: an ordered photograph was added, changed, cancelled, closed or opened again. */
  orders: z.object({ order_id: Id }),
  /** Ours: something was put on record of the next step of a patient. */
  steps: z.object({ step_id: Id }),
  /** Ours: a patient of the institution was added, changed, deleted, merged or parted. */
  patients: z.object({ patient_id: Id }),
  /** Ours: an import of patients moved on. */
  imports: z.object({ import_id: Id, done: z.int(), total: z.int() }),
  /** Ours: a study of the institution's own photographs moved on. */
  validations: z.object({ validation_id: Id, done: z.int(), total: z.int() }),
  /** Ours: a device left its band, or somebody noted what was done. */
  drift: z.object({ drift_id: Id }),
  /** Ours: a device of the institution sent a file, or one was read, filed or taken back. */
  received: z.object({ device_id: Id }),
  /** Ours: a system of the hospital sent a message by HL7 v2, or a person settled one. */
  hl7: z.object({ message_id: Id }),
  /** Ours: what administrators have to decide or read has changed. */
  office: z.object({ list: z.enum(['reviews', 'feedback']) }),
  err: z.object({ code: z.int(), ...told }),
} as const

export type EventName = keyof typeof EVENTS
export type EventData<E extends EventName> = z.infer<(typeof EVENTS)[E]>
/** The message that the client sends when it is connected. */
export const GREETING_EVENT = 'chat'
