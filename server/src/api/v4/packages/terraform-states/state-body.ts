import { badParameters, type Rejection, refuse, refused, tooLarge } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { BodyTooLarge, type Context, parseJsonBody } from '../../../../http/index.js'

/** The most bytes of a state, which is read as a whole, because its serial is in it. */
export const MAX_STATE_BYTES = 32 * 1024 * 1024

/** The most values in it: a state of ordinary resources has fewer in as many bytes. */
const MAX_STATE_VALUES = 1_000_000

/** A state that Terraform sends, and its serial. */
export interface SentState {
  readonly content: string
  readonly serial: number
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

const textIn = (bytes: Uint8Array): string | undefined => {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

const NO_STATE = refuse(refused('The body is no Terraform state: JSON with a serial'))

/** Reads a state from the body; undefined where the body is empty. Rejections: `TooLarge`; `Refused`; `BadParameters` (serial). */
export const readState = async ({ request }: Context): Promise<E.Either<Rejection, SentState | undefined>> => {
  let bytes: Uint8Array
  try {
    bytes = await request.body.bytes(MAX_STATE_BYTES)
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuse(tooLarge)
    throw error
  }
  if (bytes.length === 0) return E.right(undefined)
  const content = textIn(bytes)
  if (content === undefined) return NO_STATE
  const parsed = parseJsonBody(content, MAX_STATE_VALUES)
  if (E.isLeft(parsed)) return NO_STATE
  const serial = parsed.right['serial']
  if (serial === undefined) return refuse(badParameters('serial is missing'))
  return typeof serial === 'number' && Number.isSafeInteger(serial) && serial >= 0
    ? E.right({ content, serial })
    : refuse(badParameters('serial is invalid'))
}
