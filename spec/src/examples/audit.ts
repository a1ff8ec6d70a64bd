import { pause } from '@forgefold/adapters/clock'
import { sha256 } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore, makeMemoryTreeTiles } from '@forgefold/adapters/memory'
import {
  blameOf,
  eventHash,
  eventsOfStream,
  historyTree,
  positionAt,
  provesInclusion,
  readWhatIf,
  searchHistory,
  stateAt,
  verifyHistory,
  whatIf,
} from '@forgefold/core/audit'
import { label } from '@forgefold/core/domains/planning/label'
import { fold, type StoredEvent, streamOf } from '@forgefold/core/kernel'
import { createForge } from '@forgefold/server'
import { decodeEvent } from '@forgefold/server/composition'
import * as E from 'fp-ts/lib/Either.js'

/** The right side; what an example does not expect ends it. */
const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const colorOf = (state: object | undefined): unknown =>
  state !== undefined && 'color' in state ? state.color : undefined

/** The history of a forge, asked without the forge: any event store will do. */
export const auditHistory = async (): Promise<unknown> => {
  const events = makeMemoryEventStore()
  const forge = await createForge({ ports: { events } })
  const profile = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
  right(await forge.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true }))
  const jane = forge.as('jane').useCases
  right(await jane.project.createProject({ namespaceId: undefined, settings: { name: 'app' } }))
  const place = { kind: 'project', ref: 1 } as const
  right(await jane.label.createLabel({ place, title: 'bug', color: '#ff0000', description: null, priority: null }))
  right(await jane.label.changeLabel({ label: { place, name: 'bug' }, color: '#00ff00' }))
  await forge.close()

  // #region timeline
  const history = { events, pause }
  const found = right(await searchHistory(history, { kind: 'label' }, { limit: 10 }))
  const timeline = found.events.map(({ type, metadata }) => `${type} by ${metadata.actor}`)
  // #endregion
  // #region as-of
  const first = found.events[0] as StoredEvent
  const upTo = right(await positionAt(history, String(first.position)))
  const then = right(await stateAt({ ...history, upTo }, label, 1))
  const now = right(await stateAt(history, label, 1))
  // #endregion
  // #region blame
  const own = right(await eventsOfStream(history, streamOf(label, 1)))
  const documentOf = async (some: ReadonlyArray<StoredEvent>) =>
    some[0]?.type === 'LabelCreated'
      ? {
          ...fold(
            label,
            some.map((event) => right(label.events.decode(event))),
          ),
        }
      : undefined
  const blame = await blameOf(own, documentOf, { own: [streamOf(label, 1)], field: 'color' })
  const setBy = blame?.fields[0]?.setBy?.type
  // #endregion
  // #region what-if
  const others = right(await whatIf(history, right(readWhatIf('issues_create_limit=1'))))
  // #endregion
  // #region proof
  const tree = historyTree({ events, tiles: makeMemoryTreeTiles(), sha256, pause })
  const size = right(await tree.catchUp())
  const index = size - 1
  const proof = tree.inclusion(index, size)
  const last = own.at(-1) as StoredEvent
  const isProven = provesInclusion(sha256, { leaf: eventHash(sha256, last), index, size, root: tree.root(size), proof })
  // #endregion
  // #region verify
  const verified = right(await verifyHistory({ events, sha256, pause, decode: decodeEvent }))
  // #endregion
  return {
    timeline,
    before: colorOf(then),
    now: colorOf(now),
    setBy,
    others: others.length,
    isProven,
    fault: verified.fault,
  }
}
