/** Does something again and again, until the program ends. What it does catches its own errors. */
export function every(ms: number, ended: AbortSignal, work: () => void): void {
  const timer = setInterval(work, ms).unref()
  ended.addEventListener('abort', () => clearInterval(timer), { once: true })
}
