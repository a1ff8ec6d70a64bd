/** Something that is done again and again; stopping waits for what is under way. */
export interface Recurring {
  readonly stop: () => Promise<void>
}

/** Does a pass every so many milliseconds, one after the other; a failure is told and ends nothing. */
export const recurring = (
  everyMilliseconds: number,
  pass: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Recurring => {
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = last.then(pass).catch(onFailure)
  }, everyMilliseconds)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await last
    },
  }
}
