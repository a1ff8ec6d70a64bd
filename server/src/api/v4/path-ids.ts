import type { SignedIn } from '@forgefold/core/access'
import type { Caller } from '@forgefold/core/app'
import { type Context, required, string } from '../../http/index.js'

/** `:id` of a project: a number, or the full path (docs/reference/behaviour/http.md#conventions). */
export const projectId = required(string(), 'The number or the URL-encoded full path of the project')

/** `:id` of a group. */
export const groupId = required(string(), 'The number or the URL-encoded full path of the group')

/** An optional text; null clears it, and omitting it keeps it. */
export const emptiedByNull = (text: string | null | undefined): string | undefined => (text === null ? '' : text)

/** The caller of a command, for use cases. */
export const callerOf = (context: Context): Caller => ({ principal: context.principal, context: context.command() })

/** The caller, who is signed in, as the route requires. */
export const signedInOf = ({ principal }: Context): SignedIn => {
  if (principal.kind !== 'user') throw new Error('a route for users was reached by a caller who is not signed in')
  return principal
}
