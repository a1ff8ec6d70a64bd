import type { Forge } from '@forgefold/core/app'
import { AVAILABILITIES, type StatusMessage, setStatus } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, type Decoded, nullable, ok, oneOf, optional, string } from '../../../../http/index.js'
import { callerOf, emptiedByNull } from '../../path-ids.js'
import { instant, maybe, record, type Shape, text } from '../../shape.js'

export const statusShape: Shape = record('UserStatus', {
  emoji: maybe(text),
  message: maybe(text),
  availability: maybe(text),
  message_html: maybe(text),
  clear_status_at: maybe(instant),
})

export const present = async (forge: Forge, { emoji, message, availability, clearAt }: StatusMessage) =>
  emoji === '' && message === ''
    ? { emoji: null, message: null, availability, message_html: null, clear_status_at: clearAt }
    : {
        emoji,
        message,
        availability,
        message_html: await forge.markdown.renderInline(message),
        clear_status_at: clearAt,
      }

/** In seconds. */
const SPANS = {
  '30_minutes': 1800,
  '3_hours': 10_800,
  '8_hours': 28_800,
  '1_day': 86_400,
  '3_days': 259_200,
  '7_days': 604_800,
  '30_days': 2_592_000,
} as const

export const statusParams = {
  emoji: optional(nullable(string()), 'The name of an emoji'),
  message: optional(nullable(string()), 'At most 100 characters'),
  availability: optional(oneOf(AVAILABILITIES), 'Whether one wishes to be disturbed'),
  clear_status_after: optional(oneOf(Object.keys(SPANS) as ReadonlyArray<keyof typeof SPANS>), 'When it is over'),
}

export const answerStatus = async (context: Context, params: Decoded<typeof statusParams>, keeps: boolean) => {
  const after = params.clear_status_after
  const done = await setStatus(context.forge, callerOf(context), {
    emoji: emptiedByNull(params.emoji),
    message: emptiedByNull(params.message),
    availability: params.availability,
    clearAfter: after === undefined ? undefined : SPANS[after],
    keeps,
  })
  return E.isLeft(done) ? done : ok(await present(context.forge, done.right))
}
