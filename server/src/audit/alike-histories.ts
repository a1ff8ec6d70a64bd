import type { SharedRows } from '@forgefold/adapters/read-model'
import { fixedHistory } from '@forgefold/core/audit'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { ForgeOnHistory, OpenForgeOnHistory } from '../composition/forge-on-history.js'

/** What the beginning of a history leads to. */
interface Beginning {
  readonly events: ReadonlyArray<StoredEvent>
  readonly rows: SharedRows
}

const isBeginningOf = ({ events }: Beginning, history: ReadonlyArray<StoredEvent>, length: number): boolean =>
  events.length === length && events.every((event, at) => event === history[at])

/**
 * The same event, which is decoded once for all replays. It is copied by field, because a store parses some fields only when they are read.
 */
const decodedOnce = ({ id, type, version, data, metadata, stream, revision, position }: StoredEvent): StoredEvent => ({
  id,
  type,
  version,
  data,
  metadata,
  stream,
  revision,
  position,
  decoding: { by: undefined, decoded: undefined },
})

/** Opens a forge on events; how many of them the next histories begin with as well. */
export type OpenAlike = (events: ReadonlyArray<StoredEvent>, alike: number) => Promise<ForgeOnHistory>

/**
 * Opens forges on histories that are read one after another and begin alike: the rows of the common beginning are kept until another one is
 * asked for, so a forge costs only the events behind it.
 */
export const openAlikeHistories = (over: OpenForgeOnHistory): OpenAlike => {
  let kept: Beginning | undefined
  const replayed = new WeakMap<StoredEvent, StoredEvent>()

  const historyOf = (events: ReadonlyArray<StoredEvent>) =>
    fixedHistory(
      events.map((event) => {
        const known = replayed.get(event) ?? decodedOnce(event)
        replayed.set(event, known)
        return known
      }),
    )

  const beginningOf = async (events: ReadonlyArray<StoredEvent>, length: number): Promise<Beginning> => {
    if (kept !== undefined && isBeginningOf(kept, events, length)) return kept
    kept?.rows.discard()
    const beginning = events.slice(0, length)
    const { readModel } = await over(historyOf(beginning))
    kept = { events: beginning, rows: readModel.share() }
    await readModel.close()
    return kept
  }

  return async (events, alike) =>
    alike === 0
      ? over(historyOf(events))
      : over(historyOf(events), (await beginningOf(events, Math.min(alike, events.length))).rows)
}
