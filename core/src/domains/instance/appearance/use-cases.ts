import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../access/index.js'
import type { Query, UseCase } from '../../../app/forge.js'
import { fieldErrors, invalid, refuse } from '../../../kernel/index.js'
import { APPEARANCE_ID, type Appearance, type AppearanceCommand, appearance } from './aggregate.js'

/** The appearance of the instance, for administrators. Rejections: `Unauthenticated`; `Forbidden`. */
export const readAppearance: Query<void, Appearance> = (forge, { principal }) => {
  const admin = administrator(principal)
  return E.isLeft(admin) ? admin : E.right(forge.read.appearance.current())
}

const COLOR = /^#(?:[0-9A-Fa-f]{3}){1,2}$/

const colorErrors = (color: string | undefined): ReadonlyArray<string> =>
  color === undefined || COLOR.test(color) ? [] : ['must be a valid color code']

/** Changes what is given. Rejections: `Unauthenticated`; `Forbidden`; `Invalid` (colours). */
export const changeAppearance: UseCase<AppearanceCommand['changes'], Appearance> = async (
  forge,
  { principal, context },
  changes,
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const wrong = fieldErrors({
    message_background_color: colorErrors(changes.messageBackgroundColor),
    message_font_color: colorErrors(changes.messageFontColor),
  })
  if (wrong !== undefined) return refuse(invalid(wrong))
  const done = await forge.aggregates.execute(appearance, APPEARANCE_ID, { type: 'Change', changes }, context)
  return E.isLeft(done) ? done : E.right(done.right.state)
}
