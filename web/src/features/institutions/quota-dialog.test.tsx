import { adminChangeQuota, adminInstitutionDetail, areaAll } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { institutionRow, mainAccountRow } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { DetailDialog } from './detail-dialog.tsx'
import { QuotaDialog } from './quota-dialog.tsx'

test('the details of an institution say what it has used of its storage, and its limits', async () => {
  const institution = institutionRow({ oid: UID })
  let limits: { storage_limit_mb: number | null; waiting_limit: number | null }
  const server = await startServer(({ path }) =>
    path === areaAll.path
      ? {}
      : {
          data: {
            ...institution,
            main_account: mainAccountRow(),
            member_count: 0,
            client_count: 0,
            documents: [],
            stored_mb: 3,
            ...limits,
          },
        },
  )
  signIn({ role: '2' })
  const detail = <DetailDialog oid={UID} onClose={() => undefined} />
  limits = { storage_limit_mb: 500, waiting_limit: 7 }
  await show(detail, 'institutions')
  await screen.findByText('已用 3 / 500 MB')
  await screen.findByText('7')
  cleanup()
  limits = { storage_limit_mb: null, waiting_limit: null }
  await show(detail, 'institutions')
  await screen.findByText('已用 3 MB，未设上限')
  await screen.findByText('不限')
  cleanup()
  await server.close()
})

test('an emptied limit of an institution is none, and no field asks for one', async () => {
  const institution = institutionRow({ oid: UID })
  const detail = {
    ...institution,
    main_account: mainAccountRow(),
    member_count: 0,
    client_count: 0,
    documents: [],
    storage_limit_mb: 500,
    waiting_limit: null,
    stored_mb: 3,
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
