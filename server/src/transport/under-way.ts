import type { Socket } from 'node:net'
import type { RequestLife } from './request-life.js'

/**
 * The requests under way, by the connections of `node:http` that carry them.
 *
 * All of a connection end with it. The response of a request that was sent before the one ahead of it was answered does not tell: it has no
 * connection yet.
 */
export class UnderWay {
  readonly #byConnection = new Map<Socket, Set<RequestLife>>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(socket: Socket, life: RequestLife): void {
    const lives = this.#byConnection.get(socket) ?? this.#open(socket)
    lives.add(life)
    this.#count++
    life.onEnd(() => {
      lives.delete(life)
      this.#count--
    })
    if (socket.destroyed) life.end()
  }

  #open(socket: Socket): Set<RequestLife> {
    const lives = new Set<RequestLife>()
    this.#byConnection.set(socket, lives)
    socket.once('close', () => {
      this.#byConnection.delete(socket)
      for (const life of lives) life.end()
    })
    return lives
  }
}
