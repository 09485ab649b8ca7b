import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../lib/calls/query-client.ts'

/** The cache of answers around a visitor's page that asks the server without the shell. */
export function Answers({ children }: { children: React.ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
