import './page-title.css'

/** Heading of a page with its actions at the right. */
export function PageTitle({
  title,
  children,
}: {
  title: React.ReactNode
  children?: React.ReactNode
}) {
  return (
    <div className="page-title">
      <h1>{title}</h1>
      <div className="page-title-actions">{children}</div>
    </div>
  )
}
