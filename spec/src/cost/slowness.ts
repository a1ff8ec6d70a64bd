/** A text that is read character by character: work of the kind that is measured. */
const TEXT = 'a*b'.repeat(20_000)
const ROUNDS = 8

/** The processor's milliseconds that it takes on a machine of 2026 which has nothing else to do. */
const ALONE_MS = 1.6

const ATTEMPTS = 7

/** Beyond this a machine says nothing any more. */
const MOST = 4

const readOnce = (): number => {
  let sum = 0
  for (let round = 0; round < ROUNDS; round++)
    for (let at = 0; at < TEXT.length; at++) sum = (Math.imul(sum, 31) + TEXT.charCodeAt(at)) | 0
  return sum
}

const processorMs = (): number => {
  const begun = process.cpuUsage()
  readOnce()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/**
 * How many times more of the processor's time the same work takes just now, because others use its caches and the other half of its core: 1 to 4.
 *
 * The least of several tries, so that what it divides is never made too small by one that went wrong.
 */
export const slowness = (): number => {
  const least = Math.min(...Array.from({ length: ATTEMPTS }, processorMs))
  return Math.min(MOST, Math.max(1, least / ALONE_MS))
}
