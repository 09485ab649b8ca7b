import { institutionStorage } from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn } from '../../testing/session.ts'
import { StoragePanel } from './storage-panel.tsx'

afterEach(cleanup)

test.each([
  [500, 120, ['计入用量的照片共 320 MB，上限 500 MB。', '其中 120 MB 属于已删除的患者和检查']],
  [null, 0, ['计入用量的照片共 320 MB，未设上限。']],
] as const)(
  'the main account reads what is used of %s MB, and what deleted patients take of it',
  async (storage_limit_mb, deleted_mb, lines) => {
    const server = await startServer(({ path }) => ({
      data:
        path === institutionStorage.path ? { stored_mb: 320, deleted_mb, storage_limit_mb } : {},
    }))
    signIn({ role: '3' })
    await show(<StoragePanel />, 'institutions')
    for (const line of lines) await screen.findByText(line, { exact: false })
    expect(screen.queryAllByText('已删除的患者', { exact: false })).toHaveLength(lines.length - 1)
    await server.close()
  },
)
