import type { Position, Revision } from '@forgefold/core/kernel'

/** The store's 64-bit numbers are limited to 2^53 here: beyond it this throws instead of counting wrongly. */
const safe = (what: string, value: bigint | string | number): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${what} ${value} is no safe integer`)
  return number
}

/** A revision of the store as the port's. */
export const revisionFrom = (value: bigint | string | number): Revision => safe('revision', value) as Revision

/** A position of the store as the port's: its commit position, which for everything written over gRPC is also its prepare position. */
export const positionFrom = (commit: bigint | string | number): Position => safe('position', commit) as Position

/** The port's position as the store's. */
export const positionTo = (position: Position): { readonly commit: bigint; readonly prepare: bigint } => ({
  commit: BigInt(position),
  prepare: BigInt(position),
})
