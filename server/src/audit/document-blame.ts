import {
  type BlamedField,
  blameOf,
  type Document,
  type DocumentOf,
  type DocumentTarget,
  fieldsOf,
  type History,
  relatedEvents,
} from '@forgefold/core/audit'
import {
  badRequest,
  missing,
  type Position,
  type Rejection,
  type StreamName,
  streamName,
  unprocessable,
} from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type BlamePage, blameAnswer } from './audit-answers.js'
import type { Answer, AuditorOptions, BlameQuery } from './auditor-questions.js'

/** The document of a blame, and its name. */
interface Blamed extends Omit<DocumentTarget, 'within'>, Partial<Pick<DocumentTarget, 'within'>>, BlameQuery {
  readonly path: string
  readonly name: string
}

const OF_PIPELINE = /(?:^|[._])pipeline\.id$/

/** The pipelines in a document: they refer to its project, and not to the document's subject. */
const pipelinesIn = (document: Document): ReadonlyArray<StreamName> =>
  [...fieldsOf(document)].flatMap(([field, value]) =>
    OF_PIPELINE.test(field) && typeof value === 'number' ? [streamName('pipeline', value)] : [],
  )

const OF_JOB = /(?:^|[._])deployable\.id$/
const JOB = /\/jobs\/(\d+)$/

/** The job outputs in a document: they have the ids of the jobs, and refer to nothing. */
const outputsIn = (path: string, document: Document): ReadonlyArray<StreamName> => {
  const shown = [...fieldsOf(document)].flatMap(([field, value]) =>
    OF_JOB.test(field) && typeof value === 'number' ? [value] : [],
  )
  const itself = JOB.exec(path)?.[1]
  return [...shown, ...(itself === undefined ? [] : [itself])].map((id) => streamName('job_output', id))
}

/** Where a page begins, and the end of the history at the first page. */
interface PageStart {
  readonly place: BlamedField
  readonly upTo: Position
}

const textOf = ({ before, made }: BlamedField, upTo: Position): string => `${before}-${upTo}-${made ?? ''}`

const invalidCursor = E.left(badRequest('after is not of a page of this kind'))

/** Parses where a page begins; undefined for the first page. */
const startOf = (after: string | undefined): E.Either<Rejection, PageStart | undefined> => {
  if (after === undefined) return E.right(undefined)
  const read = /^(\d{1,15})-(\d{1,15})-(\d{0,15})$/.exec(after)
  if (read === null) return invalidCursor
  const [before, upTo, made] = read.slice(1).map((digits) => (digits === '' ? undefined : (Number(digits) as Position)))
  return before === undefined || upTo === undefined ? invalidCursor : E.right({ place: { before, made }, upTo })
}

/** How many events one page leaves out, so that all its replays together stay within the limit. */
const triesOf = (events: number, mostReplayed: number): number => Math.floor(mostReplayed / Math.max(1, events))

/** Finds who set each value of a document, page by page within the limits of the auditor. */
export const makeBlame =
  ({ history, documents, maxReplayedEvents: mostReplayed = Number.POSITIVE_INFINITY }: AuditorOptions) =>
  async ({ thing, within = [], path, name, field, after, onProgress }: Blamed): Answer<BlamePage> => {
    const given = startOf(after)
    if (E.isLeft(given)) return given
    const start = given.right
    const seen: History = start === undefined ? history : { ...history, upTo: start.upTo }
    const read = await documents.asOf(undefined, [path])
    if (E.isLeft(read)) return read
    const [document] = read.right
    const shown = document === undefined ? [] : [...pipelinesIn(document), ...outputsIn(path, document)]
    const events = await relatedEvents(seen, thing, [...within, ...shown])
    if (E.isLeft(events)) return events
    const related = events.right.length
    const most = triesOf(related, mostReplayed)
    if (most === 0)
      return E.left(unprocessable(`${name} hangs on ${related} events: ask forgefold audit blame of a copy`))
    const documentOf: DocumentOf = async (some, alike = 0) => (await documents.ofEvents(some, alike, [path]))[0]
    const blame = await blameOf(events.right, documentOf, {
      field,
      own: thing.streams,
      from: start?.place,
      most,
      ...(onProgress === undefined ? {} : { onProgress }),
    })
    if (blame === undefined) return E.left(missing(`${name} is not there any more`))
    const upTo = start?.upTo ?? events.right.at(-1)?.position
    const next = blame.next === undefined || upTo === undefined ? null : textOf(blame.next, upTo)
    return E.right({ blame: blameAnswer(path, related, blame), next })
  }
