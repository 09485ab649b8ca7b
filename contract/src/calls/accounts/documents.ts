import { z } from 'zod'
import { body, call } from '../../wire/call.ts'
import { ADMISSION_DOCUMENTS } from '../../wire/constants.ts'
import { Email, EmailCode, Id, Instant, required } from '../../wire/fields.ts'
import { ADMINISTRATORS } from '../../wire/roles.ts'

/** The kinds of document that an institution may add to its sign-up. */
export const DOCUMENT_KINDS = ['licence', 'identity', 'qualification', 'other'] as const
export const DocumentKind = z.enum(DOCUMENT_KINDS, 'not_allowed')
export type DocumentKind = z.infer<typeof DocumentKind>

/** A file name without control characters. */
const FileName = required(128).regex(/^[^\p{Cc}\p{Cs}]*$/u, 'wrong_type')

/** A document of a sign-up: its key in the store, its kind and its name. */
export const GivenDocuments = z
  .array(z.strictObject({ key: required(300), kind: DocumentKind, name: FileName }))
  .min(1, 'documents_count')
  .max(ADMISSION_DOCUMENTS.perSignUp, 'documents_count')
export type GivenDocument = z.infer<typeof GivenDocuments>[number]

/** Documents of the refused sign-up of the same address that go with the next one. */
export const KeptDocuments = z
  .array(z.strictObject({ document_id: Id, kind: DocumentKind }))
  .min(1, 'documents_count')
  .max(ADMISSION_DOCUMENTS.perSignUp, 'documents_count')
export type KeptDocument = z.infer<typeof KeptDocuments>[number]

export const sendDocumentForms = call({
  path: '/v1/organization/documentForms',
  adds: true,
  access: 'public',
  body: body({
    email: Email,
    code: EmailCode,
    count: z
      .int('wrong_type')
      .min(1, 'documents_count')
      .max(ADMISSION_DOCUMENTS.perSignUp, 'documents_count'),
  }),
  data: z.object({
    /** Each form takes one file under its key. */
    forms: z.array(
      z.object({ url: z.string(), fields: z.record(z.string(), z.string()), key: z.string() }),
    ),
    max_bytes: z.int(),
    expires_at: Instant,
  }),
  summary:
    'Ours: presigned forms for documents of a sign-up. They need the code mailed to its address, which stays valid',
})

export const AdmissionDocument = z.object({
  document_id: Id,
  kind: DocumentKind,
  name: z.string(),
  type: z.string(),
  size: z.int(),
})
export type AdmissionDocument = z.infer<typeof AdmissionDocument>

export const adminOpenDocument = call({
  path: '/admin/organization/document',
  access: ADMINISTRATORS,
  body: body({ document_id: Id }),
  data: z.object({
    /** A signed address, valid for minutes. The browser saves the file and never shows it as a page. */
    url: z.string(),
  }),
  summary: 'Ours: the address of a document of an institution. The audit log records it',
})

export const DOCUMENT_ACTIONS = {
  'institution.open-document': ['查看入驻材料', 'Open a document of an application'],
  'institution.remove-documents': [
    '删除未通过申请的入驻材料',
    'Remove the documents of a refused sign-up',
  ],
} as const
