export function FundusArchives({ pid }: { pid: string }) {
  return <p>{pid}</p>
}
