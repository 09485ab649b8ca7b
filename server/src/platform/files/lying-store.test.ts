import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openS3Files } from './files-s3.ts'
import { FileTooLarge } from './files.ts'

const KEY = 'archives/a/b.jpg'

test('a store that says ten bytes and sends without end is left at the bound of the reader', async () => {
  const answers: ServerResponse[] = []
  const store = createServer((request, response) => {
    if (request.method === 'HEAD') {
      response.writeHead(200, { 'content-length': 10, 'content-type': 'image/jpeg' }).end()
      return
    }
    answers.push(response)
    const piece = Buffer.alloc(64 * 1024)
    const send = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', send)
    send()
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const { port } = store.address() as AddressInfo
  const files = await openS3Files({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'test',
    bucket: 'eyes',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    caFile: null,
  })
  expect(await files.stat(KEY)).toEqual({ size: 10, type: 'image/jpeg' })
  await expect(files.read(KEY, 1_000_000)).rejects.toBeInstanceOf(FileTooLarge)
  const [answer] = answers
  if (answer && !answer.destroyed) await once(answer, 'close')
  expect(answers).toHaveLength(1)
  store.close()
})
