import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { SIGNED_URL_SECONDS } from '@mingmou/contract'
import type { S3Config } from '../../config.ts'
import {
  attachment,
  FileMissing,
  FileTooLarge,
  READ_BYTES,
  StorageAway,
  StorageFull,
  type Files,
} from './files.ts'
import { isSafeKey, typeOf } from './keys.ts'

/** A store that is silent this long fails the call that asked it. */
const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 20_000 }

/** Files in an object store that speaks S3. */
export async function openS3Files(config: S3Config): Promise<Files> {
  const ca = config.caFile === null ? null : await readFile(config.caFile)
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    requestHandler: { ...TIMEOUTS, ...(ca !== null && { httpsAgent: { ca } }) },
    maxAttempts: 2,
    // Stores other than Amazon's do not all support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const Bucket = config.bucket
  const named = (key: string) => {
    if (!isSafeKey(key)) throw new FileMissing()
    return { Bucket, Key: key }
  }
  const open = async (key: string) => {
    const found = await translated(client.send(new GetObjectCommand(named(key))))
    if (!(found.Body instanceof Readable)) throw new FileMissing()
    return found.Body
  }
  const files: Files = {
    async put(key, data, type) {
      const told = { ...named(key), ContentType: type }
      if (Buffer.isBuffer(data))
        await translated(client.send(new PutObjectCommand({ ...told, Body: data })))
      else await putParts(client, told, data)
    },
    async copy(from, to, type) {
      const { Key } = named(from)
      const CopySource = `${Bucket}/${Key}`
      const told = { ContentType: type, MetadataDirective: 'REPLACE' } as const
      await translated(client.send(new CopyObjectCommand({ ...named(to), CopySource, ...told })))
    },
    read: async (key, most = READ_BYTES) => translated(buffered(await open(key), most)),
    open,
    async stat(key) {
      try {
        const found = await translated(client.send(new HeadObjectCommand(named(key))))
        return { size: found.ContentLength ?? 0, type: found.ContentType ?? typeOf(key) }
      } catch (error) {
        if (error instanceof FileMissing) return null
        throw error
      }
    },
    async remove(keys) {
      for (let from = 0; from < keys.length; from += 1000) {
        const Objects = keys.slice(from, from + 1000).map((Key) => ({ Key }))
        const Delete = { Objects, Quiet: true }
        await translated(client.send(new DeleteObjectsCommand({ Bucket, Delete })))
      }
    },
    async *list(prefix) {
      let from: string | undefined
      do {
        const page = await translated(
          client.send(
            new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: from }),
          ),
        )
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key, modified: LastModified ?? new Date(0) }
        }
        from = page.NextContinuationToken
      } while (from !== undefined)
    },
    async uploadForm(key, { maxBytes }) {
      const form = await createPresignedPost(client, {
        ...named(key),
        Conditions: [['content-length-range', 1, maxBytes]],
        Expires: SIGNED_URL_SECONDS,
      })
      // The client sets the key itself.
      const fields = { ...form.fields }
      delete fields['key']
      return { url: form.url, fields, expires_at: new Date(Date.now() + SIGNED_URL_SECONDS * 1000) }
    },
    signedUrl: (key, { saveAs, kept = true } = {}) => {
      const answer = {
        ResponseCacheControl: kept && saveAs === undefined ? 'private' : 'private, no-store',
        ...(saveAs !== undefined && { ResponseContentDisposition: attachment(saveAs) }),
      }
      const command = new GetObjectCommand({ ...named(key), ...answer })
      return getSignedUrl(client, command, { expiresIn: SIGNED_URL_SECONDS })
    },
    async ping() {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
    door: null,
  }
  return Promise.resolve(files)
}

/** The store takes no part but the last that is smaller than 5 MiB, and 10,000 parts. */
const PART_BYTES = 16 * 1024 * 1024

async function* partsOf(stream: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    waiting.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat(waiting)
}

/** Memory holds one part of it. Nobody sees the file before its last part, and a broken one goes. */
async function putParts(
  client: S3Client,
  told: { Bucket: string; Key: string; ContentType: string },
  stream: Readable,
): Promise<void> {
  const { Bucket, Key } = told
  const { UploadId } = await translated(client.send(new CreateMultipartUploadCommand(told)))
  const upload = { Bucket, Key, UploadId }
  try {
    const Parts: CompletedPart[] = []
    for await (const Body of partsOf(stream)) {
      if (Body.length === 0 && Parts.length > 0) break
      const PartNumber = Parts.length + 1
      const sent = new UploadPartCommand({ ...upload, PartNumber, Body })
      Parts.push({ PartNumber, ETag: (await translated(client.send(sent))).ETag })
    }
    const whole = { ...upload, MultipartUpload: { Parts } }
    await translated(client.send(new CompleteMultipartUploadCommand(whole)))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/** A store may say another size than it sends: what comes is counted. Leaving the loop ends the line. */
async function buffered(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length
    if (bytes > most) throw new FileTooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof FileMissing || error instanceof FileTooLarge) throw error
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === undefined) throw new StorageAway('no answer', { cause: error })
    if (status === 404) throw new FileMissing()
    const full = error instanceof Error && error.name === 'XMinioStorageFull'
    if (status === 507 || full) throw new StorageFull()
    if (status >= 500) throw new StorageAway(`answer ${status}`, { cause: error })
    throw error
  }
}
