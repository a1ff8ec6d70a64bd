import type { Position, StoredEvent } from '../../../kernel/index.js'
import { checkpointAnchorOf } from '../../../ports/checkpoints.js'
import { type DeliveryQueueHost, positionIn } from './delivery-queue-host.js'

/** How far the deliveries of one webhook have come, in the store of checkpoints. */
export class QueueCheckpoint {
  private last: StoredEvent | undefined
  private saved: StoredEvent | undefined

  constructor(
    private readonly host: Pick<DeliveryQueueHost, 'checkpoints' | 'store'>,
    private readonly name: string,
  ) {}

  /** Undefined where nothing is stored, or something of another history. */
  async load(): Promise<Position | undefined> {
    const known = await this.host.checkpoints.load(this.name)
    return known === undefined ? undefined : positionIn(this.host.store, known)
  }

  /** Everything up to this event is done. */
  seen(event: StoredEvent | undefined): void {
    this.last = event ?? this.last
  }

  /** Stores the last event that was seen, unless it is stored already. */
  async save(): Promise<void> {
    const { last } = this
    if (last === undefined || last === this.saved) return
    await this.host.checkpoints.save(this.name, { position: last.position, anchor: checkpointAnchorOf(last) })
    this.saved = last
  }

  /** Stores an earlier place; what was seen after it has to be seen again. */
  async moveTo(position: Position): Promise<void> {
    await this.host.checkpoints.save(this.name, { position, anchor: undefined })
    this.last = undefined
    this.saved = undefined
  }
}
