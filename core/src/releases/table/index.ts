import type { ReleaseItem } from '../release-item.js'
import { accessTokenItems } from './access-tokens.js'
import { approvalItems } from './approvals.js'
import { auditEventItems } from './audit-events.js'
import { ciItems, ciVariableItems } from './ci.js'
import { deploymentItems } from './deployments.js'
import { draftNoteItems } from './draft-notes.js'
import { graphqlItems } from './graphql.js'
import { integrationItems } from './integrations.js'
import { jobTokenScopeItems } from './job-token-scope.js'
import { mergeRequestItems } from './merge-requests.js'
import { oauthItems } from './oauth.js'
import { otherEndpointItems } from './other-endpoints.js'
import { packageItems } from './packages.js'
import { planningItems } from './planning.js'
import { projectItems } from './projects.js'
import { runnerItems } from './runners.js'
import { settingRuleItems } from './setting-rules.js'
import { settingItems } from './settings.js'
import { userGroupAndProjectItems } from './users-groups-and-projects.js'

/**
 * Everything that differs between releases, by id: the one table from which router, presenters, codecs, documents and the schedule derive. One
 * file per area of the API documents; `planning.ts` covers labels, milestones, notes and quick actions.
 */
export const RELEASE_TABLE = {
  ...mergeRequestItems,
  ...approvalItems,
  ...settingItems,
  ...oauthItems,
  ...accessTokenItems,
  ...userGroupAndProjectItems,
  ...auditEventItems,
  ...packageItems,
  ...deploymentItems,
  ...planningItems,
  ...draftNoteItems,
  ...ciItems,
  ...ciVariableItems,
  ...otherEndpointItems,
  ...integrationItems,
  ...jobTokenScopeItems,
  ...runnerItems,
  ...projectItems,
  ...graphqlItems,
}

/** The lines about rules of settings; the aggregate of the settings needs these alone. */
export { settingRuleItems }

/** The id of a line of the table. */
export type ReleaseItemId = keyof typeof RELEASE_TABLE

const byId: ReadonlyMap<string, ReleaseItem> = new Map(Object.entries<ReleaseItem>(RELEASE_TABLE))

/**
 * The line with this id; undefined where the item is the same in every release.
 *
 * @example
 * assert.equal(releaseItem('no.such.line'), undefined)
 */
export const releaseItem = (id: string): ReleaseItem | undefined => byId.get(id)

/** All lines, each with its id, in the order of the table. */
export const releaseItems: ReadonlyArray<ReleaseItem & { readonly id: ReleaseItemId }> = Object.entries<ReleaseItem>(
  RELEASE_TABLE,
).map(([id, item]) => ({ id: id as ReleaseItemId, ...item }))
