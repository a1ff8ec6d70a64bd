import type { Chore } from './daily.js'

/** Does the work again and again, so long after its last end. A failure is told, and does not end the rest. */
export const every = (
  milliseconds: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Pick<Chore, 'stop'> => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const wait = (): void => {
    if (stopped) return
    timer = setTimeout(() => {
      running = work().catch(onFailure).finally(wait)
    }, milliseconds)
    timer.unref()
  }
  wait()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
