import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Config } from '../config.ts'

/** An object store on loopback, of HTTPS with a certificate. It does not enforce the conditions of an upload form. */
export async function objectStore(certificate?: {
  key: string
  cert: string
}): Promise<{ config: S3Config; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'mingmou-s3-'))
  const bucket = 'mingmou'
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    ...certificate,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    config: {
      endpoint: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      caFile: null,
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
