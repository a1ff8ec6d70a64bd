import { reservation } from '@forgefold/core/app'
import { awardEmoji } from '@forgefold/core/domains/conversation/award-emoji'
import { commitComment } from '@forgefold/core/domains/conversation/commit-comment'
import { discussion } from '@forgefold/core/domains/conversation/discussion'
import { draftNote } from '@forgefold/core/domains/conversation/draft-note'
import { todo } from '@forgefold/core/domains/conversation/todo'
import { ciVariable } from '@forgefold/core/domains/delivery/ci-variable'
import { deployment } from '@forgefold/core/domains/delivery/deployment'
import { environment } from '@forgefold/core/domains/delivery/environment'
import { featureFlagUserList } from '@forgefold/core/domains/delivery/feature-flag-user-list'
import { freezePeriod } from '@forgefold/core/domains/delivery/freeze-period'
import { jobOutput } from '@forgefold/core/domains/delivery/job-output'
import { jobToken } from '@forgefold/core/domains/delivery/job-token'
import { pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { pipelineSchedule } from '@forgefold/core/domains/delivery/pipeline-schedule'
import { pipelineTrigger } from '@forgefold/core/domains/delivery/pipeline-trigger'
import { projectFeatureFlag } from '@forgefold/core/domains/delivery/project-feature-flag'
import { protectedEnvironment } from '@forgefold/core/domains/delivery/protected-environment'
import { release } from '@forgefold/core/domains/delivery/release'
import { resourceGroup } from '@forgefold/core/domains/delivery/resource-group'
import { runner } from '@forgefold/core/domains/delivery/runner'
import { authorizationGrant } from '@forgefold/core/domains/identity/authorization-grant'
import { customAttributes } from '@forgefold/core/domains/identity/custom-attribute'
import { follow } from '@forgefold/core/domains/identity/follow'
import { oauthApplication } from '@forgefold/core/domains/identity/oauth-application'
import { oauthToken } from '@forgefold/core/domains/identity/oauth-token'
import { personalAccessToken } from '@forgefold/core/domains/identity/personal-access-token'
import { session } from '@forgefold/core/domains/identity/session'
import { user } from '@forgefold/core/domains/identity/user'
import { gpgKey, sshKey } from '@forgefold/core/domains/identity/user-key'
import { appearance } from '@forgefold/core/domains/instance/appearance'
import { broadcastMessage } from '@forgefold/core/domains/instance/broadcast-message'
import { featureFlag } from '@forgefold/core/domains/instance/feature-flag'
import { planLimits } from '@forgefold/core/domains/instance/plan-limits'
import { settings } from '@forgefold/core/domains/instance/settings'
import { distributionTag } from '@forgefold/core/domains/packages/distribution-tag'
import { lfsLock } from '@forgefold/core/domains/packages/lfs-lock'
import { lfsObject } from '@forgefold/core/domains/packages/lfs-object'
import { packageAggregate } from '@forgefold/core/domains/packages/package'
import { terraformState } from '@forgefold/core/domains/packages/terraform-state'
import { issue } from '@forgefold/core/domains/planning/issue'
import { issueLink } from '@forgefold/core/domains/planning/issue-link'
import { label } from '@forgefold/core/domains/planning/label'
import { milestone } from '@forgefold/core/domains/planning/milestone'
import { badge } from '@forgefold/core/domains/projects/badge'
import { deployKey } from '@forgefold/core/domains/projects/deploy-key'
import { deployToken } from '@forgefold/core/domains/projects/deploy-token'
import { group } from '@forgefold/core/domains/projects/group'
import { groupShare } from '@forgefold/core/domains/projects/group-share'
import { invitation } from '@forgefold/core/domains/projects/invitation'
import { jobTokenScope } from '@forgefold/core/domains/projects/job-token-scope'
import { member } from '@forgefold/core/domains/projects/member'
import { notificationSetting } from '@forgefold/core/domains/projects/notification-setting'
import { project } from '@forgefold/core/domains/projects/project'
import { protectedBranch } from '@forgefold/core/domains/projects/protected-branch'
import { protectedTags } from '@forgefold/core/domains/projects/protected-tag'
import { registrationToken } from '@forgefold/core/domains/projects/registration-token'
import { repository } from '@forgefold/core/domains/projects/repository'
import { star } from '@forgefold/core/domains/projects/star'
import { topic } from '@forgefold/core/domains/projects/topic'
import { upload } from '@forgefold/core/domains/projects/upload'
import { approvalRules } from '@forgefold/core/domains/review/approval-rule'
import { externalStatusCheck, statusCheckResponse } from '@forgefold/core/domains/review/external-status-check'
import { mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { webhook } from '@forgefold/core/domains/webhooks/webhook'
import {
  type Category,
  categoryOf,
  type DomainEvent,
  type EventCatalogue,
  type StoredEvent,
  type Undecodable,
} from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { KnownNames } from '../audit/known-names.js'

type Reader = Pick<EventCatalogue<DomainEvent>, 'decode' | 'types'>

const AGGREGATES = [
  reservation,
  ciVariable,
  upload,
  badge,
  groupShare,
  star,
  follow,
  topic,
  issueLink,
  webhook,
  awardEmoji,
  commitComment,
  discussion,
  draftNote,
  todo,
  deployment,
  environment,
  featureFlagUserList,
  projectFeatureFlag,
  freezePeriod,
  jobTokenScope,
  invitation,
  jobOutput,
  jobToken,
  pipeline,
  pipelineSchedule,
  pipelineTrigger,
  protectedEnvironment,
  release,
  resourceGroup,
  runner,
  authorizationGrant,
  oauthApplication,
  oauthToken,
  personalAccessToken,
  session,
  user,
  sshKey,
  gpgKey,
  appearance,
  planLimits,
  broadcastMessage,
  featureFlag,
  settings,
  distributionTag,
  packageAggregate,
  terraformState,
  lfsObject,
  lfsLock,
  issue,
  label,
  milestone,
  customAttributes,
  notificationSetting,
  deployKey,
  deployToken,
  group,
  member,
  project,
  protectedBranch,
  protectedTags,
  registrationToken,
  repository,
  approvalRules,
  externalStatusCheck,
  statusCheckResponse,
  mergeRequest,
] as const satisfies ReadonlyArray<{ readonly category: Category; readonly events: Reader }>

type EventIn<Kind> = Kind extends { readonly events: EventCatalogue<infer Event> } ? Event : never

/** Every event of every aggregate, in its newest version. */
export type KnownEvent = EventIn<(typeof AGGREGATES)[number]>

/** The event catalogues by category. */
export const eventCatalogues: ReadonlyMap<Category, Reader> = new Map(
  AGGREGATES.map(({ category, events }): readonly [Category, Reader] => [category, events]),
)

/** Categories of internal bookkeeping, from which no rows are made. */
const INTERNAL_CATEGORIES: ReadonlySet<Category> = new Set(['counter', 'lease', 'reactor'])

/** The kinds of things and the types of events that a history may have. */
export const knownNames: KnownNames = {
  kinds: [...eventCatalogues.keys(), ...INTERNAL_CATEGORIES, 'setting'],
  types: AGGREGATES.flatMap(({ events }: { readonly events: Reader }) => events.types),
}

/** Decodes an event as its aggregate does. */
export const decodeEvent = (event: StoredEvent): E.Either<Undecodable, DomainEvent> => {
  const { stream, position, type, version, data } = event
  const category = categoryOf(stream)
  const catalogue = eventCatalogues.get(category)
  if (catalogue !== undefined) return catalogue.decode(event)
  if (INTERNAL_CATEGORIES.has(category)) return E.right({ type, data })
  return E.left({ kind: 'Undecodable', stream, position, type, version, problems: [`unknown category ${category}`] })
}
