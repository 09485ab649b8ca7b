import { z } from 'zod'
import { body, call, Nothing } from '../wire/call.ts'
import { bounded, Id } from '../wire/fields.ts'
import { CLINICIANS, MAIN_ACCOUNT } from '../wire/roles.ts'

/** Sittings that one address opens: the newest ones of a patient. */
export const VIEWER_STUDIES = 30

/** A page that `?StudyInstanceUIDs=` may follow. */
function isViewerAddress(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

export const setViewer = call({
  path: '/v1/viewer/set',
  access: MAIN_ACCOUNT,
  body: body({
    /** Empty: none. */
    url: bounded(z.string().trim(), 256).refine(
      (value) => value === '' || isViewerAddress(value),
      'viewer_format',
    ),
  }),
  data: Nothing,
  summary: 'Ours: name the viewer of images that pages open sittings in, such as OHIF',
})

export const viewerOfPatient = call({
  path: '/v1/viewer/addresses',
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: z.object({
    /** Opens the newest sittings of the patient; null where the institution named no viewer, or there is no sitting. */
    patient: z.string().nullable(),
    rows: z.array(z.object({ rid: Id, url: z.string() })),
  }),
  summary:
    'Ours: the addresses that open the sittings of a patient in the viewer of the institution',
})

export const VIEWER_ACTIONS = {
  'viewer.set': ['设置影像查看器', 'Set the image viewer'],
  'viewer.addresses': ['获取影像查看器的地址', 'Get the addresses of the image viewer'],
} as const
