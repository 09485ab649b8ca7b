/** What is read first, and below it what belongs to it. */
export const lines = (first: React.ReactNode, second: React.ReactNode) => (
  <span className="recall-cell">
    <span>{first}</span>
    <span className="soft">{second}</span>
  </span>
)
