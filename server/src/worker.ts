import { fileURLToPath } from 'node:url'
import { loadAllModels, type Models } from '@mingmou/analysis'
import type { z } from 'zod'
import { ANALYSIS_ENDED } from './analysis-ended.ts'
import type { Context } from './context.ts'
import { allDuties } from './duties.ts'
import { keepDuties } from './duty.ts'
import { giveUpCode, handleCode } from './features/codes/code.handler.ts'
import { codeJob } from './features/codes/code.job.ts'
import {
  giveUpInitialPassword,
  handleInitialPassword,
} from './features/passwords/initial-password.ts'
import { initialPasswordJob } from './features/passwords/initial-password.job.ts'
import { giveUpAnalyse, handleAnalyse } from './features/analyses/analyse.handler.ts'
import { analyseJob } from './features/analyses/analyse.job.ts'
import { giveUpMeasure, handleMeasure } from './features/analyses/measure.handler.ts'
import { measureJob } from './features/analyses/measure.job.ts'
import { giveUpRegister, handleRegister } from './features/comparisons/register.handler.ts'
import { registerJob } from './features/comparisons/register.job.ts'
import { giveUpBulk, handleBulk } from './features/fhir/bulk.handler.ts'
import { bulkJob } from './features/fhir/bulk.job.ts'
import { giveUpExport, handleExport } from './features/datasets/export.handler.ts'
import { exportJob } from './features/datasets/export.job.ts'
import { deliveryJob } from './features/deliveries/delivery.job.ts'
import { giveUpDelivery, handleDelivery } from './features/destinations/delivery.handler.ts'
import { giveUpDemo, handleDemo } from './features/demo/demo.handler.ts'
import { demoJob } from './features/demo/demo.job.ts'
import { giveUpImport, handleImport } from './features/patient-imports/handler.ts'
import { importJob } from './features/patient-imports/import.job.ts'
import { giveUpRead, handleRead } from './features/received/read.handler.ts'
import { readJob } from './features/received/read.job.ts'
import { giveUpValidate, handleValidate } from './features/validations/validate.handler.ts'
import { validateJob } from './features/validations/validate.job.ts'
import { giveUpWebhook, handleWebhook } from './features/webhooks/webhook.handler.ts'
import { webhookJob } from './features/webhooks/webhook.job.ts'
import { JOBS } from './jobs.ts'
import { giveUpMail, handleMail } from './platform/mail/mail.handler.ts'
import { mailJob } from './platform/mail/mail.ts'
import type { GiveUp, Handler, Job } from './platform/queue/queue.ts'
import { StartRefused } from './start-refused.ts'

const MODELS = fileURLToPath(new URL('../../models/', import.meta.url))
/** The web process needs a core of its own while a picture is computed. */
const THREADS = 2

type Load = () => Promise<Models>

interface Work {
  name: string
  start(ctx: Context): Promise<void>
}

const ownModels = () => loadAllModels(MODELS, { threads: THREADS })

/**
 * Works on every kind of job. Resolves when the queue listens. Without the models it works on all
 * but the analyses, which wait until the models can be loaded. Workers of tests share theirs.
 */
export async function startWorker(ctx: Context, load: Load = ownModels): Promise<void> {
  const light = [
    does(bulkJob, handleBulk(ctx), giveUpBulk(ctx)),
    does(codeJob, handleCode(ctx), giveUpCode(ctx)),
    does(deliveryJob, handleDelivery(ctx), giveUpDelivery(ctx)),
    does(demoJob, handleDemo(ctx), giveUpDemo(ctx)),
    does(exportJob, handleExport(ctx), giveUpExport(ctx)),
    does(importJob, handleImport(ctx), giveUpImport(ctx)),
    does(initialPasswordJob, handleInitialPassword(ctx), giveUpInitialPassword(ctx)),
    does(readJob, handleRead(ctx), giveUpRead(ctx)),
    does(registerJob, handleRegister(ctx), giveUpRegister(ctx)),
    does(webhookJob, handleWebhook(ctx), giveUpWebhook(ctx)),
    does(mailJob, handleMail(ctx.config), giveUpMail(ctx.log)),
  ]
  const names = [...light.map(({ name }) => name), ...ANALYSING.map(({ name }) => name)]
  const without = JOBS.filter(({ name }) => !names.includes(name))
  if (without.length > 0) {
    throw new StartRefused(`No handler for ${without.map((job) => job.name).join(', ')}`)
  }
  for (const work of light) await work.start(ctx)
  keepDuties(ctx, allDuties())
  await startAnalysing(ctx, load)
}

const ANALYSING = [analyseJob, measureJob, validateJob]
const AGAIN_MS = 30_000

/** Says so and tries again where a model is missing. `/readyz` shows no worker until then. */
async function startAnalysing(ctx: Context, load: Load): Promise<void> {
  const models = await load().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'the models cannot be loaded'
    ctx.log.error({ reason }, 'nothing is analysed until the models can be loaded')
    return null
  })
  if (models === null) {
    const again = setTimeout(() => void startAnalysing(ctx, load), AGAIN_MS).unref()
    ctx.ended.addEventListener('abort', () => clearTimeout(again), { once: true })
    return
  }
  const analyse = handleAnalyse(ctx, models, ANALYSIS_ENDED)
  await does(analyseJob, analyse, giveUpAnalyse(ctx, ANALYSIS_ENDED)).start(ctx)
  await does(measureJob, handleMeasure(ctx, models), giveUpMeasure(ctx)).start(ctx)
  await does(validateJob, handleValidate(ctx, models), giveUpValidate(ctx)).start(ctx)
  await ctx.queue.declareComplete()
}

function does<Data extends z.ZodType>(
  job: Job<Data>,
  handler: Handler<z.output<Data>>,
  giveUp: GiveUp<z.output<Data>>,
): Work {
  return { name: job.name, start: (ctx) => ctx.queue.work(job, handler, giveUp) }
}
