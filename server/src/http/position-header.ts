import type { Position } from '@forgefold/core/kernel'
import { type Header, sharedHeader } from './message.js'

export const POSITION_HEADER = 'Forgefold-Position'
const PREFIX = 'p'
const RADIX = 36
const TOKEN = /^p[0-9a-z]{1,11}$/

let latest: { readonly position: number; readonly header: Header } | undefined

/** A position in the history for clients: opaque text, valid for the history it came from. It is kept until another is asked for. */
export const positionHeader = (position: number): Header => {
  if (latest?.position !== position)
    latest = { position, header: sharedHeader(POSITION_HEADER, PREFIX + position.toString(RADIX)) }
  return latest.header
}

/** Undefined for text that was not issued. */
export const positionIn = (text: string): Position | undefined => {
  const position = TOKEN.test(text) ? Number.parseInt(text.slice(PREFIX.length), RADIX) : Number.NaN
  return Number.isSafeInteger(position) ? (position as Position) : undefined
}
