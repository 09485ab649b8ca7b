import {
  sendDocumentForms,
  type AdmissionDocument,
  type DocumentKind,
  type GivenDocument,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/calls/api.ts'
import { useUploads } from '../../lib/files/uploads.ts'

/** A chosen document. It is uploaded with the sign-up, and has no key before. `file` is null where the server has it. */
export interface Draft extends GivenDocument {
  id: string
  file: File | null
}

export const draftOf = (file: File, kind: DocumentKind): Draft => ({
  id: `document-${++made}`,
  file,
  key: '',
  kind,
  name: shortened(file.name),
})
let made = 0

/** A document of the application that was refused. */
export const draftAgain = ({ document_id, kind, name }: AdmissionDocument): Draft => ({
  id: document_id,
  file: null,
  key: '',
  kind,
  name,
})

/** Uploads the documents for an address. */
export function useDocuments() {
  const { t } = useTranslation('sessions')
  const { shares, upload } = useUploads((name) => t('documents.failed', { name }))
  return {
    shares,
    upload: async (
      drafts: readonly (Draft & { file: File })[],
      { email, code }: { email: string; code: string },
    ): Promise<GivenDocument[]> => {
      const keys = await upload(drafts, email, (count) =>
        api(sendDocumentForms, { email, code, count }),
      )
      return drafts.map(({ kind, name }, index) => ({ key: keys[index] ?? '', kind, name }))
    },
  }
}

const MAX_NAME = 128

/** A long name keeps its end, with the extension. No character is cut in two. */
const shortened = (name: string) =>
  name.length > MAX_NAME ? `…${name.slice(-(MAX_NAME - 1)).replace(/^[\uDC00-\uDFFF]/, '')}` : name
