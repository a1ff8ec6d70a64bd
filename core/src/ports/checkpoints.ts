import type { Position } from '../kernel/envelope.js'

/** Remembers how far a reactor has acted, through restarts. */
export interface Checkpoints {
  readonly load: (reactor: string) => Promise<Position | undefined>
  readonly save: (reactor: string, position: Position) => Promise<void>
}
