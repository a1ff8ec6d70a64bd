import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../../access/instance-policy.js'
import type { Lookup, Query, UseCase } from '../../../../app/forge.js'
import { forbidden, refuse } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import { termsInForce, termsRefusal } from '../instance-rules.js'
import type { UserRow } from '../queries.js'

/** The SHA-256 of the enforced terms; undefined where none are enforced. */
export const enforcedTerms: Lookup<void, string | undefined> = (forge) => {
  const terms = termsInForce(forge.settings.current())
  return terms === undefined ? undefined : forge.secrets.digest(terms)
}

/** Whether a user has yet to accept the enforced terms. */
export const awaitsTerms: Lookup<Pick<UserRow, 'bot' | 'acceptedTerms'>, boolean> = (forge, { bot, acceptedTerms }) => {
  const digest = enforcedTerms(forge)
  return digest !== undefined && !bot && acceptedTerms !== digest
}

const accepted = E.right(undefined)

/** Refuses users who have yet to accept the enforced terms. Rejections: `Forbidden` with where to accept them. */
export const requireAcceptedTerms: Query<void, void> = (forge, { principal }) => {
  if (principal.kind !== 'user' || termsInForce(forge.settings.current()) === undefined) return accepted
  const row = forge.read.users.byId(principal.userId)
  if (row === undefined || !awaitsTerms(forge, row)) return accepted
  return refuse(forbidden(termsRefusal(row.username, forge.instance.externalUrl)))
}

/** The caller's answer to the terms with this SHA-256. */
export type TermsAnswer = { readonly accepts: string } | 'declines'

/** The caller accepts the terms, or declines them. Rejections: `Unauthenticated`, `NotFound` (User). */
export const answerTerms: UseCase<TermsAnswer, void> = async (forge, { principal, context }, answer) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const { at } = context
  const command =
    answer === 'declines'
      ? ({ type: 'DeclineTerms', at } as const)
      : ({ type: 'AcceptTerms', at, digest: answer.accepts } as const)
  const done = await forge.aggregates.execute(user, known.right.userId, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
