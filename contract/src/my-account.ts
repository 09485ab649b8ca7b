import { z } from 'zod'
import { body, call, Nothing } from './call.ts'
import { Email, EmailCode, Id, PersonName, Phone, Username } from './fields.ts'
import { ROLES } from './roles.ts'

export const myInfo = call({
  path: '/v1/user/myinfo',
  access: 'signed-in',
  body: body({ uid: Id }),
  data: z.object({
    uid: Id,
    username: z.string(),
    name: z.string(),
    email: z.string(),
    /** Empty where none is known. */
    phone: z.string(),
    role: z.enum(ROLES),
    /** null for who belongs to no institution. */
    organization_shortname: z.string().nullable(),
  }),
  summary: 'The own account',
})

export const setMyInfo = call({
  path: '/v1/user/setMyinfo',
  access: 'signed-in',
  body: body({
    uid: Id,
    username: Username,
    name: PersonName,
    /** Optional: left out when there is none. */
    phone: Phone.optional(),
  }),
  data: Nothing,
  summary: 'Change user name, name and telephone of the own account',
})

export const sendChangeEmail = call({
  path: '/v1/user/sendChangeEmail',
  access: 'signed-in',
  body: body({ uid: Id, email: Email }),
  data: Nothing,
  summary: 'Mail a code to the address the own account is to have',
})

export const setMyEmail = call({
  path: '/v1/user/setMyEmail',
  access: 'signed-in',
  body: body({ uid: Id, email: Email, code: EmailCode }),
  data: Nothing,
  summary: 'Change the address of the own account; the old one is told',
})
