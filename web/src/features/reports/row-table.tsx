import type { Line, ReportRow } from '@mingmou/contract'

function Lines({ lines }: { lines: readonly Line[] }) {
  return lines.map(({ text, tone, strong, aside }, index) => (
    <p key={index} data-tone={tone}>
      {strong ? <strong>{text}</strong> : text}
      {aside && (
        <>
          {' '}
          <small>{aside}</small>
        </>
      )}
    </p>
  ))
}

interface TableProps {
  title?: string
  columns: readonly string[]
  rows: readonly ReportRow[]
}

/** A label, and a cell for each photograph under the name of its eye. */
export function RowTable({ title, columns, rows }: TableProps) {
  return (
    <table>
      {title !== undefined && <caption>{title}</caption>}
      {columns.length > 0 && (
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ label, notes, cells }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              <Lines lines={notes} />
            </th>
            {cells.map((lines, index) => (
              <td key={index}>
                <Lines lines={lines} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
