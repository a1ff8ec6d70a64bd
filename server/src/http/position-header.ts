import type { Position } from '@forgefold/core/kernel'
import type { Header } from './message.js'

export const POSITION_HEADER = 'Forgefold-Position'
const PREFIX = 'p'
const RADIX = 36
const TOKEN = /^p[0-9a-z]{1,11}$/

/** A place in the history as clients carry it: opaque text, good for the history it came from. */
export const positionHeader = (position: number): Header => [POSITION_HEADER, PREFIX + position.toString(RADIX)]

/** Undefined where the text is none that was given out. */
export const positionIn = (text: string): Position | undefined => {
  const position = TOKEN.test(text) ? Number.parseInt(text.slice(PREFIX.length), RADIX) : Number.NaN
  return Number.isSafeInteger(position) ? (position as Position) : undefined
}
