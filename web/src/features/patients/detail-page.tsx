export function PatientDetailPage({ fundus }: { fundus: (pid: string) => React.ReactNode }) {
  return fundus('')
}
