import { activity } from './activity/index.js'
import { approvalRuleRows } from './approval-rules/index.js'
import { awards } from './awards.js'
import { commitComments } from './commit-comments.js'
import { deployTokens } from './deploy-tokens.js'
import { deployments } from './deployments/index.js'
import { discussions } from './discussions/index.js'
import { environments } from './environments.js'

import { issues } from './issues/index.js'
import { jobTokens } from './job-tokens.js'
import { labels } from './labels.js'

import { mergeRequests } from './merge-requests/index.js'
import { milestones } from './milestones.js'
import { oauthApplications } from './oauth-applications.js'
import { oauthTokens } from './oauth-tokens.js'
import { packages } from './packages/packages.js'
import { personalAccessTokens } from './personal-access-tokens.js'
import { pipelines } from './pipelines.js'
import { places } from './places/index.js'
import type { Projection } from './projection.js'
import { protectedBranches } from './protected-branches.js'
import { protectedEnvironments } from './protected-environments.js'
import { protectedTagRows } from './protected-tags.js'
import { repositories } from './repositories.js'
import { sessions } from './sessions.js'
import { todos } from './todos.js'
import { users } from './users.js'

/** Every domain's part of the read model, in alphabetical order; approval rules last, because they go by the rows of projects, branches and requests. */
export const projections: ReadonlyArray<Projection> = [
  activity,
  deployTokens,
  awards,
  commitComments,
  deployments,
  discussions,
  environments,
  issues,
  jobTokens,
  labels,
  mergeRequests,
  milestones,
  oauthApplications,
  oauthTokens,
  packages,
  personalAccessTokens,
  pipelines,
  places,
  protectedBranches,
  protectedEnvironments,
  protectedTagRows,
  repositories,
  todos,
  sessions,
  users,
  approvalRuleRows,
]
