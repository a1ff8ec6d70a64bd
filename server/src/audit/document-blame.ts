import { blameOf, type Document, type DocumentTarget, fieldsOf, relatedEvents } from '@forgefold/core/audit'
import { missing, type StreamName, streamName, unprocessable } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type BlameAnswer, blameAnswer } from './answers.js'
import type { Answer, AuditorOptions } from './auditor-questions.js'

/** Whose values are asked about, and how it is called. */
interface Blamed extends Omit<DocumentTarget, 'within'>, Partial<Pick<DocumentTarget, 'within'>> {
  readonly path: string
  readonly name: string
  readonly field: string | undefined
  readonly onProgress?: ((done: number, of: number) => void) | undefined
}

const OF_PIPELINE = /(?:^|[._])pipeline\.id$/

/** The pipelines that a document shows beside the thing: they speak of its project, and not of it. */
const pipelinesIn = (document: Document): ReadonlyArray<StreamName> =>
  [...fieldsOf(document)].flatMap(([field, value]) =>
    OF_PIPELINE.test(field) && typeof value === 'number' ? [streamName('pipeline', value)] : [],
  )

/** Tells who set each value of a document, within the bounds of the auditor. */
export const makeBlame =
  ({ history, documents, mostRelated = Number.POSITIVE_INFINITY }: AuditorOptions) =>
  async ({ thing, within = [], path, name, field, onProgress }: Blamed): Answer<BlameAnswer> => {
    const read = await documents.asOf(undefined, [path])
    if (E.isLeft(read)) return read
    const [document] = read.right
    const shown = document === undefined ? [] : pipelinesIn(document)
    const events = await relatedEvents(history, thing, [...within, ...shown])
    if (E.isLeft(events)) return events
    if (events.right.length > mostRelated)
      return E.left(unprocessable(`${name} hangs on ${events.right.length} events: ask forgefold audit blame`))
    const blame = await blameOf(events.right, (some) => documents.ofEvents(some, path), {
      field,
      own: thing.streams,
      ...(onProgress === undefined ? {} : { onProgress }),
    })
    return blame === undefined ? E.left(missing(`${name} is not there any more`)) : E.right(blameAnswer(path, blame))
  }
