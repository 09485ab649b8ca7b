import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { DialogHost, useDialogHost } from './dialog-host.tsx'

afterEach(cleanup)

function Opener() {
  const open = useDialogHost()
  return <button onClick={() => open(() => <p>上传</p>)}>打开</button>
}

function Page() {
  const [pid, setPid] = useState('one')
  return (
    <DialogHost of={pid}>
      <Opener />
      <button onClick={() => setPid('other')}>另一患者</button>
      <button onClick={() => setPid('one')}>返回</button>
    </DialogHost>
  )
}

test('a dialog goes with the patient whom it was opened for, and does not come back with him', async () => {
  await show(<Page />)
  await userEvent.click(screen.getByText('打开'))
  expect(screen.queryByText('上传')).not.toBeNull()
  await userEvent.click(screen.getByText('另一患者'))
  expect(screen.queryByText('上传')).toBeNull()
  await userEvent.click(screen.getByText('返回'))
  expect(screen.queryByText('上传')).toBeNull()
})
