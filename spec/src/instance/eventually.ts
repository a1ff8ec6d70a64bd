const TIMEOUT_MS = 60_000

/** Asks again until there is an answer: what reactors do comes a moment after the request that causes it. */
export const eventually = async <A>(what: string, ask: () => Promise<A | undefined>): Promise<A> => {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`never came: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
