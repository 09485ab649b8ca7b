import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { Id, ImageIndex, Instant, required } from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const path = '/v1/image-notes'

/** How long the text of a note may be. */
export const NOTE_CHARS = 500
/** The most notes that are kept with one image. */
export const NOTES_PER_IMAGE = 100

/** A place on an image, px from its upper left corner. */
const Place = z.tuple([
  z.number('wrong_type').min(0, 'out_of_range'),
  z.number('wrong_type').min(0, 'out_of_range'),
])

/** A text at one point of an image, or a length between two points with or without a text. */
export const ImageNote = z.object({
  note_id: Id,
  image_index: z.int(),
  points: z.array(Place),
  text: z.string(),
  author: z.string(),
  made_at: Instant,
  /** The caller may remove it. */
  removable: z.boolean(),
})
export type ImageNote = z.infer<typeof ImageNote>

export const listImageNotes = call({
  path: `${path}/list`,
  access: CLINICIANS,
  body: body({ image_id: Id }),
  data: z.object({ rows: z.array(ImageNote) }),
  summary: 'Ours: notes and measurements that clinicians kept with the images of an archive',
})

export const addImageNote = call({
  path: `${path}/add`,
  adds: true,
  access: CLINICIANS,
  body: body({
    image_id: Id,
    image_index: ImageIndex,
    /** One for a note, two for a measurement. */
    points: z.array(Place, 'wrong_type').min(1, 'required').max(2, 'out_of_range'),
    /** May be left out beside a measurement. */
    text: required(NOTE_CHARS).optional(),
  }),
  data: z.object({ note_id: Id }),
  summary: 'Ours: keep a note or a measurement with an image',
})

export const deleteImageNote = call({
  path: `${path}/delete`,
  access: CLINICIANS,
  body: body({ note_id: Id }),
  data: Nothing,
  summary: 'Ours: remove a note of an image, by its author or the main account',
})

export const IMAGE_NOTE_ACTIONS = {
  'image-note.list': ['查看图像批注', 'Open image notes'],
  'image-note.add': ['新增图像批注', 'Add a note to an image'],
  'image-note.delete': ['删除图像批注', 'Delete a note from an image'],
} as const
