import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { endShown } from '../platform/certificate-ends.ts'

/** Ends of the certificates of this server that devices and systems connect to. One that cannot be read has no figure. */
export function certificateMetrics(register: Registry, ctx: Context): void {
  const { dicom, hl7 } = ctx.config
  const files = Object.entries({ dicom: dicom?.tls?.cert, hl7: hl7?.tls?.cert })
  if (files.every(([, path]) => path === undefined)) return
  const gauge = new Gauge({
    name: 'mingmou_certificate_left_seconds',
    help: 'Time until the end of the certificate that the receiver shows',
    labelNames: ['of'],
    registers: [register],
    async collect() {
      gauge.reset()
      for (const [of, path] of files) {
        const until = path === undefined ? null : await endShown(path)
        if (until) gauge.labels(of).set((until.getTime() - ctx.now().getTime()) / 1000)
      }
    },
  })
}
