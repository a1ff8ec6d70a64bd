import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Rejection, refuse, tooLarge } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { LONGEST_JSON } from '../../../../http/index.js'

/** So much is described in one turn of the event loop, in UTF-16 units. */
const AT_ONCE = 1024 * 1024

/**
 * Describes versions one after the other, each by its document. Rejections: `TooLarge` as soon as they are longer than an answer, because publishers
 * choose how long their documents are, and how many there are.
 */
export const describeEach = async <Version, Described>(
  versions: ReadonlyArray<Version>,
  describe: (version: Version) => Promise<Described>,
): Promise<E.Either<Rejection, ReadonlyArray<Described>>> => {
  const described: Array<Described> = []
  let [length, ofTurn] = [0, 0]
  for (const version of versions) {
    const one = await describe(version)
    const size = JSON.stringify(one).length
    length += size
    ofTurn += size
    if (length > LONGEST_JSON) return refuse(tooLarge)
    described.push(one)
    if (ofTurn > AT_ONCE) {
      ofTurn = 0
      await othersTurn()
    }
  }
  return E.right(described)
}
