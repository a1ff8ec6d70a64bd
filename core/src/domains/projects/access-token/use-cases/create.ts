import * as E from 'fp-ts/lib/Either.js'
import { type AccessLevel, effectiveLevel, type Scope } from '../../../../access/index.js'
import type { Beside } from '../../../../app/begin-beside.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { badRequest, type Day, dayOf, invalid, refuse, unavailable } from '../../../../kernel/index.js'
import { defaultExpiry } from '../../../identity/personal-access-token/lifetime.js'
import {
  type CreatedToken,
  type IssuedSecret,
  issueToken,
  shownToken,
} from '../../../identity/personal-access-token/steps/issue-token.js'
import { tokenNumber } from '../../../identity/personal-access-token/steps/token-number.js'
import { checkNewToken } from '../../../identity/personal-access-token/use-cases/create.js'
import { registerUser } from '../../../identity/user/use-cases/register.js'
import { member, membershipErrors, membershipId, roleName } from '../../member/aggregate.js'
import type { SourceAccess, SourceRef } from '../../member/steps/source.js'
import { tokenSource } from '../access.js'
import type { AccessToken } from './find.js'

/** A new token of a project or group. */
export interface NewAccessToken extends SourceRef {
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly level: AccessLevel
  readonly expiresAt: Day | null
}

/** The free ones of `project_1_bot`, `project_1_bot1`, … in their order. */
function* botNames(forge: Forge, { source, id }: SourceAccess): Generator<string> {
  for (let count = 0; ; count++) {
    const name = `${source}_${id}_bot${count === 0 ? '' : count}`
    if (forge.read.namespaces.byFullPath(name) === undefined) yield name
  }
}

/** So many names are tried: others who create tokens at the same moment take the first ones. */
const MOST_NAMES = 100

const hostOf = ({ instance }: Forge): string => /^https?:\/\/([^/:]+)/.exec(instance.externalUrl)?.[1] ?? 'localhost'

/**
 * Creates a token of a project or group: a bot user who is a member, and a personal access token of theirs, written concurrently. The role must
 * not be above the caller's.
 *
 * Rejections: `NotFound` (Project, Group); `Unauthenticated`; `BadRequest` for a role above the caller's; `Invalid` by field.
 */
export const createAccessToken: UseCase<NewAccessToken, AccessToken & { readonly secret: string }> = async (
  forge,
  caller,
  input,
) => {
  const { context } = caller
  const found = tokenSource(forge, caller.principal, input)
  if (E.isLeft(found)) return found
  const { source, id, viewer } = found.right
  const { name, scopes, level, expiresAt } = input
  if (level > effectiveLevel(viewer))
    return refuse(badRequest(`Could not provision ${roleName(level).toLowerCase()} access to ${source} access token`))
  const today = dayOf(context.at)
  const errors = membershipErrors({ source, level, expiresAt, today, inherited: undefined })
  if (errors !== undefined) return refuse(invalid(errors))
  const possible = checkNewToken(forge, caller, { name, scopes, expiresAt })
  if (E.isLeft(possible)) return possible
  const until = expiresAt ?? defaultExpiry(context.at, forge.instance.release)
  let ahead: ReturnType<typeof tokenNumber> | undefined = tokenNumber(forge)
  let issued: IssuedSecret | undefined
  const beside: Beside = async (userId) => {
    const number = ahead
    ahead = undefined
    const [made, joined] = await Promise.all([
      issueToken(forge, withNewCommandId(forge, context), { userId, name, scopes, expiresAt }, number),
      forge.aggregates.execute(
        member,
        membershipId(source, id, userId),
        { type: 'Add', source, sourceId: id, userId, level, expiresAt: until, today, inherited: undefined },
        withNewCommandId(forge, context),
      ),
    ])
    if (E.isRight(made)) issued = made.right
    return E.isLeft(made) ? made : joined
  }
  const register = (username: string) =>
    registerUser(
      forge,
      { ...caller, context: withNewCommandId(forge, context) },
      {
        profile: { username, name, email: `${username}@noreply.${hostOf(forge)}` },
        password: undefined,
        external: viewer.external,
        confirmed: true,
        bot: true,
        rights: { canCreateGroup: false, projectsLimit: 0 },
        beside,
      },
    )
  let tried = 0
  for (const username of botNames(forge, found.right)) {
    const bot = await register(username)
    if (E.isRight(bot)) break
    if (bot.left.kind !== 'Conflict' || ++tried === MOST_NAMES) return bot
  }
  if (issued === undefined) return refuse(unavailable('the token was not issued'))
  return E.map((shown: CreatedToken) => ({ ...shown, level }))(shownToken(forge, issued))
}
