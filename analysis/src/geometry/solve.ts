/** Gauss elimination with the largest pivot; null for a singular system. Rows hold the right side last. */
export function solve(rows: number[][]): number[] | null {
  const n = rows.length
  for (let i = 0; i < n; i++) {
    const pivot = rows.reduce(
      (best, row, at) =>
        at >= i && Math.abs(row[i] ?? 0) > Math.abs(rows[best]?.[i] ?? 0) ? at : best,
      i,
    )
    const [top, other] = [rows[pivot], rows[i]]
    if (!top || !other || Math.abs(top[i] ?? 0) < 1e-12) return null
    rows[pivot] = other
    rows[i] = top
    for (const [at, row] of rows.entries()) {
      if (at === i) continue
      const share = (row[i] ?? 0) / (top[i] ?? 1)
      for (let j = i; j <= n; j++) row[j] = (row[j] ?? 0) - share * (top[j] ?? 0)
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1))
}
