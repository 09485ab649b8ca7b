import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { Email, EmailCode, Id, PersonName, Phone, Username } from '../../wire/fields.ts'
import { ROLES } from '../../wire/roles.ts'

export const myInfo = call({
  path: '/v1/user/myinfo',
  access: 'signed-in',
  body: body({ uid: Id }),
  data: z.object({
    uid: Id,
    username: z.string(),
    name: z.string(),
    email: z.string(),
    /** Empty where it is unknown. */
    phone: z.string(),
    role: z.enum(ROLES),
    /** null for an account without an institution. */
    organization_shortname: z.string().nullable(),
    /** The institution runs recall, or has next steps of when it did. */
    has_recall: z.boolean(),
  }),
  summary: 'The account that calls',
})

export const setMyInfo = call({
  path: '/v1/user/setMyinfo',
  access: 'signed-in',
  body: body({
    uid: Id,
    username: Username,
    name: PersonName,
    /** Missing where there is none. */
    phone: Phone.optional(),
  }),
  data: Nothing,
  summary: 'Change user name, name and telephone of the account that calls',
})

export const sendChangeEmail = call({
  path: '/v1/user/sendChangeEmail',
  access: 'signed-in',
  body: body({ uid: Id, email: Email }),
  data: Nothing,
  summary: 'Mail a code to the new address of the account that calls',
})

export const setMyEmail = call({
  path: '/v1/user/setMyEmail',
  access: 'signed-in',
  body: body({ uid: Id, email: Email, code: EmailCode }),
  data: Nothing,
  summary: 'Change the address of the account that calls. The old address gets a mail',
})
