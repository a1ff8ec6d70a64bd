import { pause } from '@forgefold/adapters/clock'
import { sha256 } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore, makeMemoryTreeTiles } from '@forgefold/adapters/memory'
import {
  blameOf,
  type Documents,
  documentChanges,
  eventHash,
  eventsOfStream,
  explainEvent,
  fixedHistory,
  historyTree,
  momentsIn,
  positionAt,
  provesInclusion,
  readWhatIf,
  searchHistory,
  stateAt,
  stateDocument,
  verifyHistory,
  whatIf,
} from '@forgefold/core/audit'
import { label } from '@forgefold/core/domains/planning/label'
import {
  type Actor,
  type EventId,
  fold,
  type Instant,
  type Revision,
  type StoredEvent,
  streamOf,
} from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'

type Command = Parameters<typeof label.decide>[0]

/** The right side; what an example does not expect ends it. */
const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const colorOf = (state: object | undefined): unknown =>
  state !== undefined && 'color' in state ? state.color : undefined

const bug: Command = {
  type: 'Create',
  place: { kind: 'project', id: 7 },
  title: 'bug',
  color: '#ff0000',
  description: null,
  priority: null,
}

/** Labels of an embedder, kept in memory by no forge and no server, and asked what an auditor asks. */
export const auditHistory = async (): Promise<unknown> => {
  // #region write
  const events = makeMemoryEventStore()
  const stream = streamOf(label, 1)

  const execute = async (actor: string, at: string, command: Command) => {
    const before = right(await eventsOfStream({ events, pause }, stream)).map((event) =>
      right(label.events.decode(event)),
    )
    const decided = right(label.decide(command)(fold(label, before)))
    const metadata = { at: at as Instant, actor: actor as Actor, correlationId: at }
    const written = decided.map((event) => ({
      id: crypto.randomUUID() as EventId,
      ...label.events.encode(event),
      metadata,
    }))
    await events.append(stream, written, before.length === 0 ? 'noStream' : ((before.length - 1) as Revision))
  }
  await execute('user:1', '2024-03-01T09:00:00.000Z', bug)
  await execute('user:2', '2024-03-02T09:00:00.000Z', { type: 'Change', color: '#00ff00' })
  // #endregion

  // #region timeline
  const history = { events, pause }
  const found = right(await searchHistory(history, { kind: 'label' }, { limit: 10 }))
  const timeline = found.events.map(({ type, metadata }) => `${type} by ${metadata.actor}`)
  // #endregion
  const [first, last] = found.events as [StoredEvent, StoredEvent]
  const explained = right(await explainEvent(history, last))
  // #region as-of
  const upTo = right(await positionAt(history, '2024-03-01T12:00:00Z'))
  const then = right(await stateAt({ ...history, upTo }, label, 1))
  const now = right(await stateAt(history, label, 1))
  const changed = documentChanges({ ...then }, { ...now })
  // #endregion
  // #region blame
  const own = right(await eventsOfStream(history, stream))
  const blame = await blameOf(own, stateDocument(label, 1), { own: [stream], field: 'color' })
  const setBy = blame?.fields[0]?.setBy
  // #endregion
  // #region moments
  const documentsAsOf: Documents['asOf'] = async (point, paths) => {
    const until = own.filter(({ position }) => point === undefined || position <= point.position)
    return E.right(await Promise.all(paths.map((id) => stateDocument(label, id)(until))))
  }
  const moments = momentsIn(history, { asOf: documentsAsOf })
  const between = right(await moments.between('2024-03-01T12:00:00Z', undefined))
  const differences = right(await moments.differencesAt(between, ['1']))
  // #endregion
  // #region what-if
  const others = right(await whatIf(history, right(readWhatIf('issues_create_limit=1'))))
  // #endregion
  // #region proof
  const tree = historyTree({ events, tiles: makeMemoryTreeTiles(), sha256, pause })
  const size = right(await tree.catchUp())
  const index = size - 1
  const proof = tree.inclusion(index, size)
  const isProven = provesInclusion(sha256, { leaf: eventHash(sha256, last), index, size, root: tree.root(size), proof })
  // #endregion
  // #region verify
  const verified = right(await verifyHistory({ events, sha256, pause, decode: label.events.decode }))
  // #endregion
  const forged = fixedHistory([
    first,
    { ...last, data: { ...(last.data as object), unknown: 1 }, revision: 5 as Revision },
  ])
  const unveiled = right(await verifyHistory({ events: forged, sha256, pause, decode: label.events.decode }))
  return {
    timeline,
    because: explained.event.type,
    before: colorOf(then),
    now: colorOf(now),
    changed: changed.map(({ field }) => field),
    setBy: `${setBy?.type} by ${setBy?.metadata.actor}`,
    differences: differences.map(({ path, changes }) => [path, ...changes.map(({ field }) => field)]),
    others: others.length,
    isProven,
    fault: verified.fault,
    isForgeryFound: unveiled.fault !== undefined,
  }
}
