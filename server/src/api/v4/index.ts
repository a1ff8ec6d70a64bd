/** The REST API: every route, an area a file. */
import type { Route } from '../../http/index.js'
import { applicationRoutes } from './applications.js'
import { awardEmojiRoutes } from './award-emoji.js'
import { commitStatusRoutes } from './commit-statuses.js'
import { deployTokenRoutes } from './deploy-tokens.js'
import { deploymentRoutes } from './deployments.js'
import { deprecationRoutes } from './deprecations.js'
import { environmentRoutes } from './environments.js'
import { forkRoutes } from './forks.js'
import { groupListRoutes } from './group-lists.js'
import { groupRoutes } from './groups.js'
import { impersonationTokenRoutes } from './impersonation-tokens.js'

import { issueRoutes } from './issues/index.js'
import { jobRoutes } from './jobs.js'
import { labelRoutes } from './labels.js'

import { memberRoutes } from './members.js'
import { mergeRequestRoutes } from './merge-requests/index.js'
import { milestoneRoutes } from './milestones.js'
import { namespaceRoutes } from './namespaces.js'
import { noteRoutes } from './notes/index.js'
import { packageRoutes } from './packages.js'
import { personalAccessTokenRoutes } from './personal-access-tokens.js'
import { pipelineRoutes } from './pipelines.js'
import { projectListRoutes } from './project-lists.js'
import { projectRoutes } from './projects.js'
import { protectedBranchRoutes } from './protected-branches.js'
import { protectedEnvironmentRoutes } from './protected-environments.js'
import { protectedTagRoutes } from './protected-tags.js'
import { registryRoutes } from './registry/index.js'
import { repositoryRoutes } from './repository/index.js'
import { resourceEventRoutes } from './resource-events.js'
import { settingsRoutes } from './settings.js'
import { todoRoutes } from './todos.js'
import { userAdministrationRoutes } from './user-administration.js'
import { userRoutes } from './users.js'
import { versionRoutes } from './version.js'

/** Every route of the REST API, an area a line. */
export const apiRoutes: ReadonlyArray<Route> = [
  ...applicationRoutes,
  ...awardEmojiRoutes,
  ...commitStatusRoutes,
  ...deployTokenRoutes,
  ...deploymentRoutes,
  ...deprecationRoutes,
  ...environmentRoutes,
  ...forkRoutes,
  ...groupListRoutes,
  ...groupRoutes,
  ...impersonationTokenRoutes,
  ...issueRoutes,
  ...jobRoutes,
  ...labelRoutes,
  ...memberRoutes,
  ...mergeRequestRoutes,
  ...milestoneRoutes,
  ...namespaceRoutes,
  ...noteRoutes,
  ...packageRoutes,
  ...personalAccessTokenRoutes,
  ...pipelineRoutes,
  ...projectListRoutes,
  ...projectRoutes,
  ...protectedBranchRoutes,
  ...protectedEnvironmentRoutes,
  ...protectedTagRoutes,
  ...registryRoutes,
  ...repositoryRoutes,
  ...settingsRoutes,
  ...resourceEventRoutes,
  ...todoRoutes,
  ...userAdministrationRoutes,
  ...userRoutes,
  ...versionRoutes,
]
