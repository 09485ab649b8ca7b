import type { ReportSection } from '@mingmou/contract'
import { RowTable } from './row-table.tsx'

type Of<K extends ReportSection['kind']> = Extract<ReportSection, { kind: K }>

export function Results({ section }: { section: Of<'results'> }) {
  return (
    <section className="rp-results">
      <RowTable {...section} />
    </section>
  )
}

/** Tables of figures, as many beside each other as fit. */
export function Figures({ sections }: { sections: readonly Of<'figures'>[] }) {
  const eyes = Math.max(1, ...sections.map(({ columns }) => columns.length))
  return (
    <section className="rp-figures" data-eyes={eyes}>
      {sections.map((section) => (
        <RowTable key={section.title} {...section} />
      ))}
    </section>
  )
}

export function Notes({ section: { lines } }: { section: Of<'notes'> }) {
  return (
    <section className="rp-notes">
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </section>
  )
}

/** An opinion, the machine's or the clinician's: the clinician's has a frame and is signed. */
export function Opinion({ section }: { section: Of<'opinion'> }) {
  const { title, origin, signed, parts } = section
  return (
    <section className="rp-opinion" data-signed={signed !== null || undefined}>
      <h2>{title}</h2>
      {origin !== null && <p data-tone="soft">{origin}</p>}
      <div>
        {parts.map((part) => (
          <div key={part.title} className="rp-part">
            {part.title !== '' && <h3>{part.title}</h3>}
            <div>
              {part.lines.map((line, index) => (
                <p key={index}>{line}</p>
              ))}
            </div>
          </div>
        ))}
      </div>
      {signed !== null && <p className="rp-signed">{signed}</p>}
    </section>
  )
}
