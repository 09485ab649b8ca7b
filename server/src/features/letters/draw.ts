import type { Language, ReportDocument } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { inTurnsByKind, type Waiter } from '../../http/turns.ts'
import { drawLetter } from '../reports/whole.ts'

/** Drawing takes a core for a part of a second. */
const rendering = inTurnsByKind({ staff: 1, strangers: 1 })

interface Drawn {
  document: ReportDocument
  language: Language
  /** Where its code leads. */
  link: string
}

/** A letter as a file. */
export const drawInTurn = (
  ctx: Context,
  reader: Waiter,
  { report_no }: { report_no: string },
  { document, language, link }: Drawn,
): Promise<Buffer> =>
  rendering(reader, () => drawLetter(ctx, { report_no, link }, document, language))
