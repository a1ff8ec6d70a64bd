import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { PersonalData } from '../../../ports/clock-and-ids.js'
import { subjectOf } from '../user/profile.js'

const details = t.type({ title: t.string, key: t.string })

/** The personal data of a key. */
export type KeyDetails = Readonly<t.TypeOf<typeof details>>

/** Seals title and text of a key under its user's key. */
export const sealDetails = (personalData: PersonalData, userId: number, clear: KeyDetails): string =>
  personalData.seal(subjectOf(userId), JSON.stringify(clear))

/** Undefined once the user is erased. */
export const openDetails = (
  personalData: Pick<PersonalData, 'open'>,
  userId: number,
  sealed: string,
): KeyDetails | undefined => {
  const clear = personalData.open(subjectOf(userId), sealed)
  if (clear === undefined) return undefined
  const decoded = details.decode(JSON.parse(clear))
  return E.isRight(decoded) ? decoded.right : undefined
}
