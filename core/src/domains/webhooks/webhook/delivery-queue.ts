import type { Forge } from '../../../app/forge.js'
import { idOf, type Position, type StoredEvent } from '../../../kernel/index.js'
import { checkpointAnchorOf } from '../../../ports/checkpoints.js'
import { type DeliverableEvent, isReadable, isSubscribed } from './deliverable-event.js'
import { type DeliveryQueueHost, positionIn } from './delivery-queue-host.js'
import { backoffOf } from './health.js'
import { makeHookLimit } from './hook-limit.js'
import type { WebhookRow } from './queries.js'
import { QueueCheckpoint } from './queue-checkpoint.js'
import { send } from './send.js'
import { DELIVERY_FILTER, toWebhookEvents } from './translate-event.js'
import { deliveryName } from './triggers.js'

const PAGE_SIZE = 200

const MAX_SLEEP_MS = 1000

const IDLE_SLEEP_MS = 60_000

const FAILURE_PAUSE_MS = 1000

/** An event whose payload fails this often is skipped. */
const PAYLOAD_ATTEMPTS = 5

/**
 * The deliveries of one webhook: events that concern it, one after another in the order of the history, from a checkpoint of its own.
 *
 * The checkpoint moves after the answer: after a kill in between, the event is delivered again with the same id.
 */
export class DeliveryQueue {
  private cursor: Position | undefined
  private readonly checkpoint: QueueCheckpoint
  private readonly exceedsHookLimit: ReturnType<typeof makeHookLimit>
  private ended = false
  private isIdle = false
  private wakeCount = 0
  private failed: { readonly event: StoredEvent['id']; readonly times: number } | undefined
  private wakeUp: () => void = () => undefined
  private readonly running: Promise<void>

  constructor(
    private readonly forge: Forge,
    private readonly host: DeliveryQueueHost,
    readonly id: number,
  ) {
    this.checkpoint = new QueueCheckpoint(host, this.name)
    this.exceedsHookLimit = makeHookLimit(forge)
    this.running = this.run()
  }

  private get name(): string {
    return `webhook ${this.id}`
  }

  /** No event up to here concerns the webhook: an idle queue moves its cursor. */
  skipTo(upTo: Position, last: StoredEvent | undefined): void {
    if (!this.isIdle || (this.cursor !== undefined && upTo <= this.cursor)) return
    this.cursor = upTo
    this.checkpoint.seen(last)
  }

  /** An event concerns the webhook. */
  wake(): void {
    this.wakeCount++
    this.isIdle = false
    this.wakeUp()
  }

  async stop(): Promise<void> {
    this.ended = true
    this.wakeUp()
    await this.running
    if (this.host.mayAct()) await this.checkpoint.save()
  }

  private sleep(milliseconds: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.wakeUp = resolve
    })
    return this.host.pause(milliseconds, woken)
  }

  private mayContinue(): boolean {
    if (!this.ended && !this.host.mayAct()) this.ended = true
    return !this.ended
  }

  private async run(): Promise<void> {
    while (this.mayContinue()) {
      try {
        const hook = this.forge.read.webhooks.byId(this.id)
        if (hook === undefined) return
        this.cursor ??= (await this.checkpoint.load()) ?? hook.createdPosition
        const wait = backoffOf(hook.health, this.forge.clock.now())
        if (wait > 0) await this.sleep(Math.min(wait, MAX_SLEEP_MS))
        else {
          const calls = this.wakeCount
          // A wake-up meanwhile: an event came that this read did not see.
          if ((await this.advance()) && this.wakeCount === calls) await this.waitForWork()
        }
      } catch (error) {
        this.host.onFailure(error)
        await this.sleep(FAILURE_PAUSE_MS)
      }
    }
  }

  private async waitForWork(): Promise<void> {
    this.isIdle = true
    while (this.isIdle && this.mayContinue()) {
      await this.sleep(IDLE_SLEEP_MS)
      // Otherwise the next start after a kill would read everything since the last delivery.
      if (this.isIdle && this.host.mayAct()) await this.checkpoint.save()
    }
    this.isIdle = false
  }

  /** Reads on; whether the end of the history was reached. */
  private async advance(): Promise<boolean> {
    const { cursor } = this
    const after = cursor === undefined || cursor < 0 ? {} : { after: cursor }
    const read = await this.host.store.readAll({ ...after, limit: PAGE_SIZE, filter: DELIVERY_FILTER })
    if (read.kind === 'Unavailable') throw new Error(read.reason)
    if (read.upTo === undefined) return true
    if (!(await this.forge.read.reached(read.upTo))) throw new Error('the read model is behind')
    for (const event of read.events) {
      if (!this.mayContinue()) return false
      const place = this.cursor
      const isFree = await this.deliver(event)
      // A replay has moved the cursor back.
      if (this.cursor !== place) return false
      this.cursor = event.position
      this.checkpoint.seen(event)
      if (!isFree) return false
    }
    this.cursor = read.upTo
    return read.end
  }

  /** Delivers one event if it concerns the webhook; whether the next may follow at once. */
  private async deliver(event: StoredEvent): Promise<boolean> {
    const hook = this.forge.read.webhooks.byId(this.id)
    if (hook === undefined) return false
    if (event.type === 'WebhookReplayAsked') {
      if (Number(idOf(event.stream)) === this.id) await this.replay(event)
      return true
    }
    if (!isReadable(this.forge, event)) throw new Error('what the event tells is not complete yet')
    let isReported = false
    for (const deliverable of toWebhookEvents(this.forge, event)) {
      if (!isSubscribed(this.forge, hook, deliverable)) continue
      if (deliverable.details.kind === 'push' && (await this.exceedsHookLimit(event))) continue
      const body = await this.payload(deliverable, hook, event)
      if (body === undefined) continue
      const { trigger, cause, position } = deliverable
      const uuid = this.forge.ids.derived(cause, deliveryName(this.name, trigger))
      await send(this.forge, hook, { trigger, uuid, body, position })
      isReported = true
    }
    if (!isReported) return true
    this.checkpoint.seen(event)
    await this.checkpoint.save()
    const now = this.forge.read.webhooks.byId(this.id)
    return now !== undefined && backoffOf(now.health, this.forge.clock.now()) === 0
  }

  /** A payload that fails is tried again by reading on from the same place. */
  private async payload(
    deliverable: DeliverableEvent,
    hook: WebhookRow,
    { id }: StoredEvent,
  ): Promise<string | undefined> {
    try {
      return await this.host.payloadOf(this.forge, deliverable, hook)
    } catch (error) {
      const times = this.failed?.event === id ? this.failed.times + 1 : 1
      this.failed = { event: id, times }
      if (times < PAYLOAD_ATTEMPTS) throw error
      this.host.onFailure(error)
      return undefined
    }
  }

  /** Moves the cursor back. Each request for a replay takes effect once, although the replay reads past it again. */
  private async replay(event: StoredEvent): Promise<void> {
    const handled = `${this.name} replay`
    const last = await this.host.checkpoints.load(handled)
    const lastPlace = last === undefined ? undefined : await positionIn(this.host.store, last)
    if (lastPlace !== undefined && event.position <= lastPlace) return
    const { after } = event.data as { readonly after: number }
    await this.checkpoint.moveTo(after as Position)
    await this.host.checkpoints.save(handled, { position: event.position, anchor: checkpointAnchorOf(event) })
    this.cursor = after as Position
  }
}
