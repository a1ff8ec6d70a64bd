import { ADMIN_SCOPES } from '@forgefold/core/access'
import type { HttpResponse } from '../../http/index.js'
import { lacksAdminMode, toAdminMode } from '../admin-mode.js'
import { problem } from '../forms.js'
import type { PageContext } from '../page-context.js'

const notFound = problem('There is nothing here', 'This page is for administrators.', 404)

/** The answer to a visitor who may not work as an administrator, with the way to admin mode and back; undefined if they may. */
export const refusalFor = ({ visitor }: Pick<PageContext, 'visitor'>, path: string): HttpResponse | undefined => {
  if (!visitor.user.admin) return notFound
  return lacksAdminMode(visitor, [...ADMIN_SCOPES]) ? toAdminMode(path) : undefined
}
