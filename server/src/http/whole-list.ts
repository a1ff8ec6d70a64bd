import { setImmediate as othersTurn } from 'node:timers/promises'
import { tooLarge } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { LONGEST_JSON } from './json-text.js'
import type { MaybePromise } from './message.js'
import type { Answer } from './route.js'

/** So many things are read and presented in one turn of the event loop. */
const AT_ONCE = 500

/** The rows in parts, each in a turn of the event loop of its own. */
export async function* inTurns<Row>(rows: Iterable<Row>): AsyncGenerator<ReadonlyArray<Row>> {
  let part: Array<Row> = []
  for (const row of rows) {
    part.push(row)
    if (part.length < AT_ONCE) continue
    yield part
    part = []
    await othersTurn()
  }
  if (part.length > 0) yield part
}

/**
 * The answer to a list that is documented without pages: however long it is, others have their turns meanwhile. Rejections: `TooLarge` as soon as
 * it is longer than an answer.
 */
export const wholeList = async <Row>(
  rows: Iterable<Row>,
  present: (rows: ReadonlyArray<Row>) => MaybePromise<ReadonlyArray<unknown>>,
): Promise<Answer> => {
  const texts: Array<string> = []
  let length = 0
  for await (const part of inTurns(rows)) {
    for (const one of await present(part)) {
      const text = JSON.stringify(one)
      length += text.length + 1
      texts.push(text)
    }
    if (length > LONGEST_JSON) return E.left(tooLarge)
  }
  return E.right({ status: 200, ready: `[${texts.join(',')}]` })
}
