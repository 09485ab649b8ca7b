import { adminChangeQuota, adminInstitutionDetail } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { institutionRow, mainAccountRow } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { QuotaDialog } from './quota-dialog.tsx'

test('an emptied limit of an institution is none, and no field asks for one', async () => {
  const institution = institutionRow({ oid: UID })
  const detail = {
    ...institution,
    main_account: mainAccountRow(),
    member_count: 0,
    documents: [],
    ...{ storage_limit_mb: 500, waiting_limit: null, stored_mb: 3 },
  }
  const server = await startServer(({ path }) => ({
    data:
      path === adminInstitutionDetail.path
        ? detail
        : { storage_limit_mb: null, waiting_limit: null },
  }))
  signIn({ role: '2' })
  await show(<QuotaDialog institution={institution} onClose={() => undefined} />, 'institutions')
  const [storage] = await screen.findAllByRole('spinbutton')
  if (!storage) throw new Error('no field')
  expect(document.querySelectorAll('.ant-form-item-required')).toHaveLength(0)
  await userEvent.clear(storage)
  await userEvent.click(screen.getByRole('button', { name: /^保\s?存$/ }))
  const sent = () =>
    server.asked.filter(({ path }) => path === adminChangeQuota.path).map(({ body }) => body)
  await waitFor(() =>
    expect(sent()).toEqual([{ oid: UID, storage_limit_mb: null, waiting_limit: null }]),
  )
  cleanup()
  await server.close()
})
