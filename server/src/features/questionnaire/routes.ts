import { Readable } from 'node:stream'
import * as calls from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, mountFile, type App } from '../../http/mount.ts'
import { audit } from '../audit/service.ts'
import { readAccount, setAccount } from './account.ts'
import { keepAnswer, openForVisitor, submitAnswers } from './answering.ts'
import { browserCookie } from './cookie.ts'
import { toCsv } from './csv.ts'
import * as edit from './edit.ts'
import { makeLinks } from './links.ts'
import { handedInBatches } from './result-queries.ts'
import { listTexts, readResults } from './results.ts'
import * as versions from './versions.ts'

export function questionnaireRoutes(app: App, ctx: Context): void {
  mount(app, calls.questionnaireInfo, () => readAccount(ctx))
  mount(app, calls.setQuestionnaireInfo, ({ caller, body }) => setAccount(ctx, caller, body))
  versionRoutes(app, ctx)
  linkRoutes(app, ctx)
  resultRoutes(app, ctx)
  visitorRoutes(app, ctx)
}

function versionRoutes(app: App, ctx: Context): void {
  mount(app, calls.listQuestionnaires, ({ caller, body }) =>
    versions.listVersions(ctx, caller.language, body),
  )
  mount(app, calls.openQuestionnaire, ({ body }) => versions.readVersion(ctx, body.version))
  mount(app, calls.beginQuestionnaire, ({ caller }) => versions.beginVersion(ctx, caller))
  mount(app, calls.setQuestionnaireText, ({ caller, body }) => edit.setText(ctx, caller, body))
  mount(app, calls.setQuestion, ({ caller, body }) => edit.putQuestion(ctx, caller, body))
  mount(app, calls.deleteQuestion, ({ caller, body }) => edit.takeQuestionOut(ctx, caller, body))
  mount(app, calls.orderQuestions, ({ caller, body }) => edit.setOrder(ctx, caller, body))
  mount(app, calls.publishQuestionnaire, async ({ caller, body }) => {
    await versions.publishVersion(ctx, caller, body)
    return {}
  })
  mount(app, calls.closeQuestionnaire, async ({ caller, body }) => {
    await versions.closeVersion(ctx, caller, body.version)
    return {}
  })
  mount(app, calls.deleteQuestionnaire, async ({ caller, body }) => {
    await versions.deleteDraft(ctx, caller, body.version)
    return {}
  })
}

function linkRoutes(app: App, ctx: Context): void {
  mountFile(app, calls.makeQuestionnaireLinks, async ({ caller, body, reply }) => {
    const links = await makeLinks(ctx, caller, body)
    const name = `questionnaire-${body.version}-links.csv`
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(links)
  })
}

function resultRoutes(app: App, ctx: Context): void {
  mount(app, calls.questionnaireResults, ({ caller, body }) =>
    readResults(ctx, caller, body.version),
  )
  mount(app, calls.questionnaireTexts, ({ body }) => listTexts(ctx, body))
  mountFile(app, calls.exportQuestionnaire, async ({ caller, body, reply }) => {
    const { version } = body
    const { questions } = await versions.readVersion(ctx, version)
    const { actor, ip, language } = caller
    await audit(ctx.db, {
      actor,
      ip,
      action: 'questionnaire.export',
      ...versions.about(version),
    })
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="questionnaire-${version}.csv"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(toCsv(questions, handedInBatches(ctx.db, version), language)))
  })
}

function visitorRoutes(app: App, ctx: Context): void {
  const cookie = browserCookie(ctx.config.publicUrl)
  mount(app, calls.getQuestionnaire, ({ body, request }) =>
    openForVisitor(ctx, { link: body.link, browser: cookie.read(request) }),
  )
  mount(app, calls.keepAnswer, async ({ caller, body: { link, ...answer }, request, reply }) => {
    // Who answers by a link gets no cookie.
    const browser = link === undefined ? cookie.know(request, reply) : null
    await keepAnswer(ctx, { link, browser, ip: caller.ip }, answer)
    return {}
  })
  mount(app, calls.submitAnswers, async ({ caller, body, request }) => {
    const sender = { link: body.link, browser: cookie.read(request), ip: caller.ip }
    await submitAnswers(ctx, sender, body.version)
    return {}
  })
}
