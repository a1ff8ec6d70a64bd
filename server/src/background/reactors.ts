import type { Reactor } from '@forgefold/core/app'
import { discussionReactors } from '@forgefold/core/domains/conversation/discussion'
import { todoReactor } from '@forgefold/core/domains/conversation/todo'
import {
  deploymentOutcomes,
  deploymentsOfDeletedEnvironments,
  deploymentsOfJobs,
} from '@forgefold/core/domains/delivery/deployment'
import { environmentsOfDeletedBranches } from '@forgefold/core/domains/delivery/environment'
import {
  assignedResources,
  downstreamPipelines,
  pushPipelines,
  resourceGroupsOfJobs,
} from '@forgefold/core/domains/delivery/pipeline'
import { confirmationMails, endedSessions, erasedUsers } from '@forgefold/core/domains/identity/user'
import { keysOfErasedUsers } from '@forgefold/core/domains/identity/user-key'
import { packageReactor } from '@forgefold/core/domains/packages/package'
import { unfinishedMoves } from '@forgefold/core/domains/planning/issue'
import { deployKeysOfDeletedProjects } from '@forgefold/core/domains/projects/deploy-key'
import {
  acceptedInvitations,
  endedInvitations,
  invitationMails,
  invitationsToDeletedPlaces,
} from '@forgefold/core/domains/projects/invitation'
import { firstOwners } from '@forgefold/core/domains/projects/member'
import { defaultBranchReactor } from '@forgefold/core/domains/projects/protected-branch'
import { housekeeping } from '@forgefold/core/domains/projects/repository'
import { mergeRequestReactors } from '@forgefold/core/domains/review/merge-request'
import { statusCheckNotifications } from '@forgefold/core/domains/webhooks/status-check-notification'

/** Every reactor of an instance; one server at a time runs them. */
export const makeReactors = (): ReadonlyArray<Reactor> => [
  defaultBranchReactor,
  deploymentOutcomes,
  deploymentsOfJobs,
  confirmationMails,
  endedSessions,
  erasedUsers,
  keysOfErasedUsers,
  deployKeysOfDeletedProjects,
  firstOwners,
  unfinishedMoves,
  acceptedInvitations,
  endedInvitations,
  invitationMails,
  invitationsToDeletedPlaces,
  ...discussionReactors,
  ...mergeRequestReactors,
  packageReactor,
  pushPipelines,
  downstreamPipelines,
  assignedResources,
  resourceGroupsOfJobs,
  deploymentsOfDeletedEnvironments,
  environmentsOfDeletedBranches,
  todoReactor,
  housekeeping(),
  statusCheckNotifications(async (forge, change) => (await import('../webhooks/index.js')).documentOf(forge, change)),
]
