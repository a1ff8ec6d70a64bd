import type { Forge } from '../../../../app/forge.js'
import { textOf } from '../../../../app/long-text.js'
import type { Pattern } from '../../../../ports/patterns.js'

/** How much of the end of a trace is searched, in bytes. */
const SEARCHED_BYTES = 1024 * 1024
/** In characters; what comes behind in a line is not searched. */
const LONGEST_LINE = 1024
/** After so many characters, others have their turn: a slow pattern takes some 25 milliseconds for them. */
const BATCH = 16 * 1024

const NUMBER = /\d+(\.\d+)?/

const tailOf = async (forge: Forge, jobId: number): Promise<string> => {
  const chunks = forge.read.jobOutputs.trace(jobId)
  const from = forge.read.jobOutputs.traceSize(jobId) - SEARCHED_BYTES
  async function* tail(): AsyncGenerator<Uint8Array> {
    for (const { offset, size, sha256 } of chunks) {
      const content = offset + size > from ? await forge.blobs.get(sha256) : undefined
      if (content === undefined) continue
      let at = offset
      for await (const piece of content) {
        if (at + piece.length > from) yield piece.subarray(Math.max(0, from - at))
        at += piece.length
      }
    }
  }
  return textOf(tail())
}

const numberIn = (line: string, pattern: Pattern): number | undefined => {
  if (!NUMBER.test(line)) return undefined
  const number = NUMBER.exec(pattern.lastGroup(line) ?? '')
  const coverage = number === null ? Number.NaN : Number(number[0])
  return Number.isFinite(coverage) ? coverage : undefined
}

/**
 * The coverage in percent that a trace names: the first number in what a pattern finds last, in the last line in which it finds one
 * (docs/reference/behaviour/delivery.md#coverage).
 */
export const findCoverage = async (forge: Forge, jobId: number, pattern: string): Promise<number | undefined> => {
  const compiled = forge.patterns.compile(pattern)
  if (compiled === undefined) return undefined
  const lines = (await tailOf(forge, jobId)).split('\n')
  let searched = 0
  for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
    const beginning = line.slice(0, LONGEST_LINE)
    const coverage = numberIn(beginning, compiled)
    if (coverage !== undefined) return coverage
    searched += beginning.length
    if (searched < BATCH) continue
    await forge.pause(0)
    searched = 0
  }
  return undefined
}
