import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { user } from '../decider.js'
import { termsInForce, termsRefusal } from '../instance-rules.js'
import type { UserRow } from '../queries.js'

/** The SHA-256 of the terms that everybody has to accept now; undefined where none are enforced. */
export const enforcedTerms = (forge: Forge): string | undefined => {
  const terms = termsInForce(forge.settings.current())
  return terms === undefined ? undefined : forge.secrets.digest(terms)
}

/** Whether a person has still to accept the terms that are enforced now. */
export const awaitsTerms = (forge: Forge, { bot, acceptedTerms }: Pick<UserRow, 'bot' | 'acceptedTerms'>): boolean => {
  const digest = enforcedTerms(forge)
  return digest !== undefined && !bot && acceptedTerms !== digest
}

/** What a user is told who has still to accept the terms; undefined for everybody else. */
export const termsRefusalOf = (forge: Forge, userId: number): string | undefined => {
  if (termsInForce(forge.settings.current()) === undefined) return undefined
  const row = forge.read.users.byId(userId)
  if (row === undefined || !awaitsTerms(forge, row)) return undefined
  return termsRefusal(row.username, forge.instance.externalUrl)
}

/** Somebody accepts the terms with this SHA-256, or declines. Rejections: `NotFound` (User). */
export const answerTerms = async (
  forge: Forge,
  input: {
    readonly userId: number
    readonly answer: { readonly accepts: string } | 'declines'
    readonly context: CommandContext
  },
): UseCaseResult<void> => {
  const { userId, answer, context } = input
  const { at } = context
  const command =
    answer === 'declines'
      ? ({ type: 'DeclineTerms', at } as const)
      : ({ type: 'AcceptTerms', at, digest: answer.accepts } as const)
  return E.map((): void => undefined)(await forge.aggregates.execute(user, userId, command, context))
}
