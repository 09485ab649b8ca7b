declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      key?: string
      cert?: string
      directory: string
      configureBuckets: { name: string; configs: unknown[] }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
