import type { ReleaseItem } from '../release-item.js'
import { approvalItems } from './approvals.js'
import { ciItems, ciVariableItems } from './ci.js'
import { elsewhereItems, graphqlItems } from './elsewhere.js'
import { identityItems } from './identity.js'
import { mergeRequestItems } from './merge-requests.js'
import { packageAndDeploymentItems } from './packages-and-deployments.js'
import { planningItems } from './planning.js'
import { settingItems } from './settings.js'

/** Everything that differs between releases, by id: the one table behind router, presenters, codecs, documents and the schedule. */
export const RELEASE_TABLE = {
  ...mergeRequestItems,
  ...approvalItems,
  ...settingItems,
  ...identityItems,
  ...packageAndDeploymentItems,
  ...planningItems,
  ...ciItems,
  ...ciVariableItems,
  ...elsewhereItems,
  ...graphqlItems,
}

/** The id of a line of the table. */
export type ReleaseItemId = keyof typeof RELEASE_TABLE

const byId: ReadonlyMap<string, ReleaseItem> = new Map(Object.entries<ReleaseItem>(RELEASE_TABLE))

/** The line with this id; undefined where the table has none, that is: the thing is the same in every release. */
export const releaseItem = (id: string): ReleaseItem | undefined => byId.get(id)

/** All lines, each with its id, in the order of the table. */
export const releaseItems: ReadonlyArray<ReleaseItem & { readonly id: ReleaseItemId }> = Object.entries<ReleaseItem>(
  RELEASE_TABLE,
).map(([id, item]) => ({ id: id as ReleaseItemId, ...item }))
