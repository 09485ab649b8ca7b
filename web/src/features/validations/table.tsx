/** A table of a study, or of a plan. The first cell of a row names it. */
export function Table(props: {
  name: string
  columns: readonly string[]
  rows: readonly { label: string; cells: readonly React.ReactNode[] }[]
}) {
  const { name, columns, rows } = props
  return (
    <div className="validation-scroll" tabIndex={0} role="group" aria-label={name}>
      <table className="validation-table" aria-label={name}>
        {columns.length > 0 && (
          <thead>
            <tr>
              <td />
              {columns.map((column, at) => (
                <th key={at} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ label, cells }, at) => (
            <tr key={at}>
              <th scope="row">{label}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
