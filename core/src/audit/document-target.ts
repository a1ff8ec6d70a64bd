import * as E from 'fp-ts/lib/Either.js'
import { type Category, idOf, type StreamName } from '../kernel/envelope.js'
import { missing, type Rejection } from '../kernel/rejection.js'
import type { AuditTarget } from './audit-target.js'
import { type Document, fieldsOf } from './document.js'
import type { Documents } from './documents.js'
import type { History } from './each-event.js'
import { streamsOfKind } from './streams-of-kind.js'

/** The path of a document, and the streams that hold what it shows. */
export interface DocumentRead {
  /** Below `/api/v4/`. */
  readonly path: string
  readonly kind: Category
  /** The path parameter that has the number of the stream; undefined: the document is a part of its parent, or is held in one of several streams. */
  readonly numberedBy: string | undefined
}

/** The subject of a document, and the streams of everything it lies in. */
export interface DocumentTarget {
  readonly thing: AuditTarget
  readonly within: ReadonlyArray<StreamName>
}

const numberIn = (document: Document, field: string | undefined): string | number | undefined => {
  const value = field === undefined ? undefined : fieldsOf(document).get(field)
  return typeof value === 'number' || typeof value === 'string' ? value : undefined
}

/**
 * Finds the subject of the last of these documents; the others are possible parents, and count where they exist. Rejections: `Missing`; `Unavailable`.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { fixedHistory } from '@forgefold/core/audit'
 * const event = { id: 'one', stream: 'label-1', revision: 0, position: 1, type: 'LabelDeleted', version: 1, metadata: {}, data: {} }
 * const history = { events: fixedHistory([event]), pause }
 * const documents = { asOf: async () => ({ _tag: 'Right', right: [{ id: 1, name: 'bug' }] }) }
 * const reads = [{ path: 'projects/7/labels/1', kind: 'label', numberedBy: 'id' }]
 * const target = await findDocumentTarget(history, documents, reads)
 * assert.deepEqual(target.right.thing.streams, ['label-1'])
 */
export const findDocumentTarget = async (
  history: History,
  documents: Pick<Documents, 'asOf'>,
  reads: ReadonlyArray<DocumentRead>,
): Promise<E.Either<Rejection, DocumentTarget>> => {
  const answered = await documents.asOf(
    undefined,
    reads.map(({ path }) => path),
  )
  if (E.isLeft(answered)) return answered
  const within: Array<StreamName> = []
  let last: AuditTarget | undefined
  for (const [at, { kind, numberedBy }] of reads.entries()) {
    const document = answered.right[at]
    if (document === undefined) {
      last = at === reads.length - 1 ? undefined : last
      continue
    }
    if (last !== undefined) within.push(...last.streams)
    const id = numberIn(document, numberedBy)
    const streams = await streamsOfKind(history, { kind, id, within: last?.streams ?? [] })
    if (E.isLeft(streams)) return streams
    last = { kind, id: String(id ?? idOf(streams.right[0] ?? ('' as StreamName))), streams: streams.right }
  }
  return last === undefined ? E.left(missing('it is not there')) : E.right({ thing: last, within })
}
