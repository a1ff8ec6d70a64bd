import type { Socket } from 'node:net'
import type { RequestLife } from './request-life.js'

/** What a connection knows of a request that it carries. */
interface Carried {
  readonly life: RequestLife
  /** Whether all of its body has arrived. */
  readonly isWhole: () => boolean
  /** Whether its answer has begun. */
  readonly isAnswering: () => boolean
}

/**
 * The requests under way, by the connections of `node:http` that carry them.
 *
 * All of a connection end with it. The response of a request that was sent before the one ahead of it was answered does not tell: it has no
 * connection yet.
 */
export class UnderWay {
  readonly #byConnection = new Map<Socket, Set<Carried>>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(socket: Socket, request: Carried): void {
    const carried = this.#byConnection.get(socket) ?? this.#open(socket)
    carried.add(request)
    this.#count++
    request.life.onEnd(() => {
      carried.delete(request)
      this.#count--
    })
    if (socket.destroyed) request.life.end()
  }

  /** How many requests of the connection are under way. */
  on(socket: Socket): number {
    return this.#byConnection.get(socket)?.size ?? 0
  }

  /** Resolves when all requests that the connection carries at this moment are over. */
  async before(socket: Socket): Promise<void> {
    for (const { life } of [...(this.#byConnection.get(socket) ?? [])])
      if (!life.over) await new Promise<void>((over) => life.onEnd(over))
  }

  /** Whether the connection carries requests that have arrived as a whole. */
  hasWhole(socket: Socket): boolean {
    return this.#whole(socket).length > 0
  }

  /** Runs `then` once these are over; at once if there are none. It is told whether a request that is not whole is being answered already. */
  onceWholeAreOver(socket: Socket, then: (isAnswering: boolean) => void): void {
    const [next] = this.#whole(socket)
    if (next === undefined) then([...(this.#byConnection.get(socket) ?? [])].some((request) => request.isAnswering()))
    else next.life.onEnd(() => this.onceWholeAreOver(socket, then))
  }

  #whole(socket: Socket): ReadonlyArray<Carried> {
    return [...(this.#byConnection.get(socket) ?? [])].filter((request) => request.isWhole())
  }

  #open(socket: Socket): Set<Carried> {
    const carried = new Set<Carried>()
    this.#byConnection.set(socket, carried)
    socket.once('close', () => {
      this.#byConnection.delete(socket)
      for (const { life } of carried) life.end()
    })
    return carried
  }
}
