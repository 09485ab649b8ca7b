import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { firstView } from './first-view.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`
const proxied = ['/v1', '/admin', '/files', '/healthz', '/readyz', '/openapi.json']

/** Writes .gz and .br beside every script, style and page: the server sends them as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|html|svg)$/.test(file))
      await Promise.all(
        texts.map(async (file) => {
          const path = join(dir, file)
          const bytes = await readFile(path)
          const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 }
          await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
          await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params: quality }))
        }),
      )
    },
  }
}

/**
 * What the home page and `main.tsx` are made of comes as one script: a way to the server for each part costs more than
 * the part. `main.tsx` stays out of it: it waits for texts that are in it.
 */
const isFirst = (id: string) =>
  /\/web\/src\/(app\/providers|lib\/(texts\/i18n|keys\/use-keys|notices\/lost-work|places\/new-version)|features\/site\/(main-layout|home-page))\.tsx?$/.test(
    id,
  ) || /\/locales\/zh-CN\/(common|site)\.json$/.test(id)

/**
 * What pages share comes in three more: React, antd, and what four pages or more import. Without them the login was
 * 125 scripts. A group takes along what it imports, but for what a group of higher priority has.
 */
const GROUPS = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'first', test: isFirst, priority: 3 },
  {
    name: 'antd',
    test: /\/node_modules\/(antd|@ant-design|@rc-component|dayjs)\//,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'base', test: /\/(web|contract)\/src\//, minShareCount: 4, priority: 1 },
]

/** Node 26 has a `localStorage` of its own without a place to keep anything, and jsdom's would not be seen. */
const knowsStorage = process.allowedNodeEnvironmentFlags.has('--webstorage')

export default defineConfig({
  plugins: [react(), firstView(), precompress()],
  build: {
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server }])),
      '/live': { target: server, ws: true },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/testing/setup.ts'],
    // As in vitest.config.ts. testing/setup.ts keeps one file's pages out of the next.
    isolate: false,
    testTimeout: 60_000,
    execArgv: knowsStorage ? ['--no-webstorage'] : [],
  },
})
