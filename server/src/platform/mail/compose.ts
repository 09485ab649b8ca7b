import type { SendMailOptions } from 'nodemailer'
import { inMarkup } from '../markup.ts'
import type { Mail } from './mail.ts'

/** Plain text and HTML of the same paragraphs. */
export function compose(mail: Mail, from: string, id: string): SendMailOptions {
  const paragraphs = mail.lines.map((line) => `<p>${inMarkup(line)}</p>`).join('\n')
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.lines.join('\n\n'),
    html: `<!doctype html>\n<html lang="${mail.language}">\n<body>\n${paragraphs}\n</body>\n</html>`,
    // A mail that is sent twice after a crash is one mail to a mail program.
    messageId: `<${id}@mingmou>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
