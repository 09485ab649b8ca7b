import { opinionSections } from '@mingmou/contract'
import './findings.css'

/** A drafted opinion: each part under its heading, a sentence a line. */
export function Draft({ text }: { text: string }) {
  return (
    <div className="fd-draft">
      {opinionSections(text).map(({ part, title, lines }, index) => (
        <section key={index} data-part={part}>
          {title !== '' && <h3>{title}</h3>}
          {lines.map((line, at) => (
            <p key={at}>{line}</p>
          ))}
        </section>
      ))}
    </div>
  )
}
