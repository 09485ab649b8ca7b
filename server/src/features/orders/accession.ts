/**
 * The accession number of an institution's n-th order. Its last two digits check the others (ISO 7064, MOD 97-10): a
 * number with a wrong digit, or with two that changed places, is no other order's.
 */
export function accessionOf(n: number): string {
  const digits = String(n).padStart(8, '0')
  const check = 98n - ((BigInt(digits) * 100n) % 97n)
  return `M${digits}${String(check).padStart(2, '0')}`
}
