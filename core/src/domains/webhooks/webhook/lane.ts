import type { Forge } from '../../../app/forge.js'
import type { Pause } from '../../../app/periodic.js'
import { idOf, type Position, type StoredEvent } from '../../../kernel/index.js'
import { type Checkpoint, type Checkpoints, checkpointAnchorOf } from '../../../ports/checkpoints.js'
import type { EventFilter, EventStore } from '../../../ports/event-store.js'
import { webhook } from './aggregate.js'
import { waitOf } from './health.js'
import { concerns, type Occurrence } from './occurrence.js'
import type { WebhookRow } from './queries.js'
import { readOccurrence, TOLD_CATEGORIES } from './read-occurrence.js'
import { send } from './send.js'

/** What lanes need of those who run them. */
export interface LaneHost {
  readonly store: EventStore
  readonly checkpoints: Checkpoints
  readonly pause: Pause
  /** False where another server has taken over. */
  readonly mayAct: () => boolean
  readonly onFailure: (error: unknown) => void
  /** The payload of an occurrence as JSON; undefined where it is not to be told, because what it is about is gone. */
  readonly payloadOf: (forge: Forge, occurrence: Occurrence, hook: WebhookRow) => Promise<string | undefined>
}

/** What is told of, and what is asked of webhooks themselves. */
export const LANE_FILTER: EventFilter = { categories: [...TOLD_CATEGORIES, webhook.category] }

const AT_ONCE = 200
const LONGEST_SLEEP_MS = 1000
const IDLE_SLEEP_MS = 60_000
const FAILURE_PAUSE_MS = 1000
/** A payload that cannot be made so often is left out. */
const TRIES = 5

/** Where a checkpoint is in this store; undefined where it was made in another history. */
const placeIn = async (store: EventStore, { anchor, position }: Checkpoint): Promise<Position | undefined> => {
  if (anchor === undefined) return position
  const read = await store.readStream(anchor.stream, { from: anchor.revision, limit: 1 })
  if (read.kind === 'Unavailable') throw new Error(read.reason)
  const event = read.kind === 'Read' ? read.events[0] : undefined
  return event?.id === anchor.id ? event.position : undefined
}

/**
 * One webhook's way through the history: it tells what concerns it, one after the other in order, from its own checkpoint on.
 *
 * The checkpoint moves after the answer: a process that is killed in between tells once more, with the same id.
 */
export class Lane {
  private cursor: Position | undefined
  private seen: StoredEvent | undefined
  private ended = false
  private isIdle = false
  private calls = 0
  private failed: { readonly event: StoredEvent['id']; readonly times: number } | undefined
  private wakeUp: () => void = () => undefined
  private readonly running: Promise<void>

  constructor(
    private readonly forge: Forge,
    private readonly host: LaneHost,
    readonly id: number,
  ) {
    this.running = this.run()
  }

  private get name(): string {
    return `webhook ${this.id}`
  }

  /** Nothing up to here concerns the webhook; it need not be read again where the webhook has come that far. */
  pass(upTo: Position, last: StoredEvent | undefined): void {
    if (!this.isIdle || (this.cursor !== undefined && upTo <= this.cursor)) return
    this.cursor = upTo
    this.seen = last ?? this.seen
  }

  /** There is something to be told. */
  wake(): void {
    this.calls++
    this.isIdle = false
    this.wakeUp()
  }

  async stop(): Promise<void> {
    this.ended = true
    this.wakeUp()
    await this.running
    if (this.seen !== undefined && this.host.mayAct()) await this.save(this.seen)
  }

  private save(event: StoredEvent): Promise<void> {
    return this.host.checkpoints.save(this.name, { position: event.position, anchor: checkpointAnchorOf(event) })
  }

  private sleep(milliseconds: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.wakeUp = resolve
    })
    return this.host.pause(milliseconds, woken)
  }

  private goesOn(): boolean {
    if (!this.ended && !this.host.mayAct()) this.ended = true
    return !this.ended
  }

  private async run(): Promise<void> {
    while (this.goesOn()) {
      try {
        const hook = this.forge.read.webhooks.byId(this.id)
        if (hook === undefined) return
        this.cursor ??= await this.start(hook)
        const wait = waitOf(hook.health, this.forge.clock.now())
        if (wait > 0) await this.sleep(Math.min(wait, LONGEST_SLEEP_MS))
        else {
          const calls = this.calls
          // Whoever called meanwhile knows of something that the reading did not see.
          if ((await this.advance()) && this.calls === calls) await this.rest()
        }
      } catch (error) {
        this.host.onFailure(error)
        await this.sleep(FAILURE_PAUSE_MS)
      }
    }
  }

  private async start(hook: WebhookRow): Promise<Position> {
    const known = await this.host.checkpoints.load(this.name)
    const place = known === undefined ? undefined : await placeIn(this.host.store, known)
    return place ?? hook.createdPosition
  }

  private async rest(): Promise<void> {
    this.isIdle = true
    while (this.isIdle && this.goesOn()) await this.sleep(IDLE_SLEEP_MS)
    this.isIdle = false
  }

  /** Reads on; whether the end of the history was reached. */
  private async advance(): Promise<boolean> {
    const { cursor } = this
    const after = cursor === undefined || cursor < 0 ? {} : { after: cursor }
    const read = await this.host.store.readAll({ ...after, limit: AT_ONCE, filter: LANE_FILTER })
    if (read.kind === 'Unavailable') throw new Error(read.reason)
    if (read.upTo === undefined) return true
    if (!(await this.forge.read.reached(read.upTo))) throw new Error('the read model is behind')
    for (const event of read.events) {
      if (!this.goesOn()) return false
      const place = this.cursor
      const isFree = await this.take(event)
      // Somebody asked for what came before: the cursor has moved back.
      if (this.cursor !== place) return false
      this.cursor = event.position
      this.seen = event
      if (!isFree) return false
    }
    this.cursor = read.upTo
    return read.end
  }

  /** Tells of one event if it concerns the webhook; whether the next may follow at once. */
  private async take(event: StoredEvent): Promise<boolean> {
    const hook = this.forge.read.webhooks.byId(this.id)
    if (hook === undefined) return false
    if (event.type === 'WebhookReplayAsked') {
      if (Number(idOf(event.stream)) === this.id) await this.goBack(event)
      return true
    }
    const occurrence = readOccurrence(this.forge, event)
    if (occurrence === undefined || !concerns(this.forge, hook, occurrence)) return true
    const body = await this.payload(occurrence, hook, event)
    if (body === undefined) return true
    const uuid = this.forge.ids.derived(occurrence.cause, this.name)
    await send(this.forge, hook, { trigger: occurrence.trigger, uuid, body, position: occurrence.position })
    await this.save(event)
    const now = this.forge.read.webhooks.byId(this.id)
    return now !== undefined && waitOf(now.health, this.forge.clock.now()) === 0
  }

  /** A payload that fails is tried again by reading on from the same place. */
  private async payload(occurrence: Occurrence, hook: WebhookRow, { id }: StoredEvent): Promise<string | undefined> {
    try {
      return await this.host.payloadOf(this.forge, occurrence, hook)
    } catch (error) {
      const times = this.failed?.event === id ? this.failed.times + 1 : 1
      this.failed = { event: id, times }
      if (times < TRIES) throw error
      this.host.onFailure(error)
      return undefined
    }
  }

  /** Each request to go back counts once, though going back leads past it again. */
  private async goBack(event: StoredEvent): Promise<void> {
    const handled = `${this.name} replay`
    const last = await this.host.checkpoints.load(handled)
    const lastPlace = last === undefined ? undefined : await placeIn(this.host.store, last)
    if (lastPlace !== undefined && event.position <= lastPlace) return
    const { after } = event.data as { readonly after: number }
    await this.host.checkpoints.save(this.name, { position: after as Position, anchor: undefined })
    await this.host.checkpoints.save(handled, { position: event.position, anchor: checkpointAnchorOf(event) })
    this.cursor = after as Position
    this.seen = undefined
  }
}
